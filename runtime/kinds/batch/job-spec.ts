/** Validates the spec of a job, in Jobs and in the templates of CronJobs. */
import type { JobSpec, SuccessPolicyRule } from '../../../generated/types/batch/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported, required, tooLong, tooMany } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { Templates } from '../workload/template-rules.ts';
import { readIndexes } from './indexes.ts';
import { failurePolicyViolations } from './pod-failure-policy.ts';

export const isIndexed = ({ completionMode }: Pick<JobSpec, 'completionMode'>): boolean => completionMode === 'Indexed';

interface Rules {
	readonly templates: Templates;
	readonly release: Release;
}

/** `path`: field path of the spec. */
export function jobSpecViolations(spec: JobSpec, path: string, { templates, release }: Rules): Cause[] {
	return [
		...indexViolations(spec, path),
		...managerViolations(spec, path),
		...failurePolicyViolations(spec, `${path}.podFailurePolicy`, release),
		...successPolicyViolations(spec, `${path}.successPolicy`),
		...replacementViolations(spec, path),
		...templates.violations(spec.template, `${path}.template`),
		...endingViolations(spec, `${path}.template.spec.restartPolicy`),
	];
}

export function jobSpecWarnings(spec: JobSpec, path: string, { templates, release }: Rules): string[] {
	const { completions = 0, parallelism = 0 } = spec;
	const untracked = isIndexed(spec) && completions > mostCompletions && parallelism > mostParallelOfMany && compareReleases(release, '1.28') >= 0;
	return [...(untracked ? [`${path}: ${mayLoseIndexes}`] : []), ...templates.warnings(spec.template, `${path}.template`)];
}

const mayLoseIndexes =
	'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
const mostCompletions = 100_000;
const mostParallel = 100_000;
const mostFailed = 100_000;
/** Limits of jobs with more than `mostCompletions` completions and a backoff limit per index. */
const mostParallelOfMany = 10_000;
const mostFailedOfMany = 10_000;

function indexViolations(spec: JobSpec, path: string): Cause[] {
	const { completions, parallelism = 0, backoffLimitPerIndex, maxFailedIndexes } = spec;
	const at = (field: string): string => `${path}.${field}`;
	const causes: Cause[] = [];
	const tooHigh = (field: string, value: number | undefined, most: number, detail: string): void => {
		if (value !== undefined && value > most) causes.push(invalidValue(at(field), value, detail));
	};
	if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
		causes.push(required(at('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
	}
	if (!isIndexed(spec)) {
		if (spec.completionMode !== undefined && spec.completionMode !== 'NonIndexed') return causes;
		for (const [field, value] of Object.entries({ backoffLimitPerIndex, maxFailedIndexes })) {
			if (value !== undefined) causes.push(invalidValue(at(field), value, 'requires indexed completion mode'));
		}
		return causes;
	}
	if (completions === undefined) causes.push(required(at('completions'), 'when completion mode is Indexed'));
	tooHigh('parallelism', parallelism, mostParallel, `must be less than or equal to ${mostParallel} when completion mode is Indexed`);
	tooHigh('maxFailedIndexes', maxFailedIndexes, completions ?? Number.POSITIVE_INFINITY, 'must be less than or equal to completions');
	tooHigh('maxFailedIndexes', maxFailedIndexes, mostFailed, `must be less than or equal to ${mostFailed}`);
	if ((completions ?? 0) <= mostCompletions || backoffLimitPerIndex === undefined) return causes;
	if (maxFailedIndexes === undefined) causes.push(required(at('maxFailedIndexes'), `must be specified when completions is above ${mostCompletions}`));
	const many = `when completions are above ${mostCompletions} and used with backoff limit per index`;
	tooHigh('parallelism', parallelism, mostParallelOfMany, `must be less than or equal to ${mostParallelOfMany} ${many}`);
	tooHigh('maxFailedIndexes', maxFailedIndexes, mostFailedOfMany, `must be less than or equal to ${mostFailedOfMany} ${many}`);
	return causes;
}

const longestManager = 63;
/** Pattern of the part after the domain: a URL path. */
const managerPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** Checks `managedBy`, such as `example.com/controller`. */
function managerViolations({ managedBy }: JobSpec, path: string): Cause[] {
	const at = `${path}.managedBy`;
	if (managedBy === undefined) return [];
	if (managedBy === '') return [required(at)];
	const slash = managedBy.indexOf('/');
	const [domain, rest] = slash < 0 ? [managedBy, ''] : [managedBy.slice(0, slash), managedBy.slice(slash + 1)];
	const long = managedBy.length > longestManager ? [tooLong(at, longestManager)] : [];
	if (domain === '' || rest === '') return [invalidValue(at, managedBy, 'must be a domain-prefixed path (such as "acme.io/foo")'), ...long];
	const noPath = new RegExp(`^${managerPath}$`).test(rest) ? [] : [invalidValue(at, rest, `Invalid path (regex used for validation is '${managerPath}')`)];
	return [...checkDnsSubdomain(domain).map((why) => invalidValue(at, domain, why)), ...noPath, ...long];
}

const mostRules = 20;
const longestIndexes = 64 * 1024;

function successPolicyViolations(spec: JobSpec, path: string): Cause[] {
	const { successPolicy, completions = 0 } = spec;
	if (successPolicy === undefined) return [];
	if (!isIndexed(spec)) return [invalidValue(path, successPolicy, 'requires indexed completion mode')];
	// Absent completions of Indexed jobs are already reported.
	if (spec.completions === undefined) return [];
	const rules = successPolicy.rules ?? [];
	return [
		...(rules.length === 0 ? [required(`${path}.rules`, 'at least one rules must be specified when the successPolicy is specified')] : []),
		...(rules.length > mostRules ? [tooMany(`${path}.rules`, rules.length, mostRules)] : []),
		...rules.flatMap((rule, index) => successRuleViolations(rule, completions, `${path}.rules[${index}]`)),
	];
}

function successRuleViolations({ succeededIndexes, succeededCount }: SuccessPolicyRule, completions: number, path: string): Cause[] {
	const causes: Cause[] = [];
	if (succeededCount === undefined && succeededIndexes === undefined) {
		causes.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
	}
	if (succeededIndexes !== undefined && succeededIndexes.length > longestIndexes) causes.push(tooLong(`${path}.succeededIndexes`, longestIndexes));
	const counted = readIndexes(succeededIndexes ?? '', completions);
	if (typeof counted === 'string') causes.push(invalidValue(`${path}.succeededIndexes`, succeededIndexes, `error parsing succeededIndexes: ${counted}`));
	if (succeededCount === undefined) return causes;
	const blame = (detail: string): void => void causes.push(invalidValue(`${path}.succeededCount`, succeededCount, detail));
	if (succeededCount < 0) blame('must be greater than or equal to 0');
	if (succeededCount > completions) blame(`must be less than or equal to ${completions} (the number of specified completions)`);
	const listed = typeof counted === 'string' ? 0 : counted;
	if (succeededIndexes !== undefined && succeededCount > listed) {
		blame(`must be less than or equal to ${listed} (the number of indexes in the specified succeededIndexes field)`);
	}
	return causes;
}

function replacementViolations({ podReplacementPolicy, podFailurePolicy }: JobSpec, path: string): Cause[] {
	if (podReplacementPolicy === undefined) return [];
	const allowed = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
	return allowed.includes(podReplacementPolicy) ? [] : [notSupported(`${path}.podReplacementPolicy`, podReplacementPolicy, allowed)];
}

/** Checks that the restart policy lets the pods end. */
function endingViolations({ template, podFailurePolicy }: JobSpec, path: string): Cause[] {
	const policy = template?.spec?.restartPolicy ?? '';
	if (policy === '' || policy === 'Always') return [required(path, 'valid values: "OnFailure", "Never"')];
	if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(path, policy, ['OnFailure', 'Never'])];
	const restarts = podFailurePolicy !== undefined && policy !== 'Never';
	return restarts ? [invalidValue(path, policy, 'only "Never" is supported when podFailurePolicy is specified')] : [];
}
