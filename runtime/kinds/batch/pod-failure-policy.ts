/** Pod failure policies: which failures end a job, and which do not count. */
import type {
	PodFailurePolicyOnPodConditionsPattern as ConditionPattern,
	PodFailurePolicyOnExitCodesRequirement as ExitCodes,
	JobSpec,
	PodFailurePolicyRule as Rule,
} from '../../../generated/types/batch/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue, notSupported, quote, required, tooMany } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';

const mostRules = 20;
const mostCodes = 255;
const mostPatterns = 20;
const operators = ['In', 'NotIn'];
const statuses = ['False', 'True', 'Unknown'];

/** Validates the policy. `path`: its field path. */
export function failurePolicyViolations({ podFailurePolicy, template, backoffLimitPerIndex }: JobSpec, path: string, release: Release): Cause[] {
	if (podFailurePolicy === undefined) return [];
	const rules = podFailurePolicy.rules ?? [];
	const { containers, initContainers } = template?.spec ?? {};
	const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name));
	const actions = compareReleases(release, '1.28') < 0 ? ['Count', 'FailJob', 'Ignore'] : ['Count', 'FailIndex', 'FailJob', 'Ignore'];
	return [
		...(rules.length > mostRules ? [tooMany(`${path}.rules`, rules.length, mostRules)] : []),
		...rules.flatMap((rule, index) => ruleViolations(rule, `${path}.rules[${index}]`, { names, actions, perIndex: backoffLimitPerIndex !== undefined })),
	];
}

interface PolicyContext {
	readonly names: ReadonlySet<string>;
	readonly actions: readonly string[];
	readonly perIndex: boolean;
}

function ruleViolations({ action = '', onExitCodes, onPodConditions: given }: Rule, path: string, { names, actions, perIndex }: PolicyContext): Cause[] {
	const onPodConditions = given ?? [];
	const causes = oneOf(action, `${path}.action`, actions);
	if (action === 'FailIndex' && actions.includes(action) && !perIndex)
		causes.push(invalidValue(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
	if (onExitCodes !== undefined) causes.push(...exitCodeViolations(onExitCodes, `${path}.onExitCodes`, names));
	causes.push(...conditionViolations(onPodConditions, `${path}.onPodConditions`));
	const ways = (onExitCodes === undefined ? 0 : 1) + (onPodConditions.length === 0 ? 0 : 1);
	if (ways === 2) causes.push(invalid(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
	if (ways === 0) causes.push(invalid(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
	return causes;
}

/** Returns an Invalid cause without the value, which would not help. */
function invalid(field: string, detail: string): Cause {
	return { reason: 'FieldValueInvalid', message: `Invalid value: ${detail}`, field };
}

function oneOf(value: string, path: string, allowed: readonly string[]): Cause[] {
	if (value === '') return [required(path, `valid values: [${allowed.map(quote).join(' ')}]`)];
	return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

function exitCodeViolations({ containerName, operator = '', values: given }: ExitCodes, path: string, names: ReadonlySet<string>): Cause[] {
	const values = given ?? [];
	const causes = oneOf(operator, `${path}.operator`, operators);
	if (containerName !== undefined && !names.has(containerName)) {
		causes.push(invalidValue(`${path}.containerName`, containerName, 'must be one of the container or initContainer names in the pod template'));
	}
	if (values.length === 0) causes.push(invalidValue(`${path}.values`, values, 'at least one value is required'));
	if (values.length > mostCodes) causes.push(tooMany(`${path}.values`, values.length, mostCodes));
	const seen = new Set<number>();
	for (const [index, code] of values.entries()) {
		if (operator === 'In' && code === 0) causes.push(invalidValue(`${path}.values[${index}]`, code, 'must not be 0 for the In operator'));
		if (seen.has(code)) causes.push(duplicate(`${path}.values[${index}]`, code));
		seen.add(code);
	}
	const ordered = values.every((code, index) => index === 0 || (values[index - 1] ?? code) <= code);
	return ordered ? causes : [...causes, invalidValue(`${path}.values`, values, 'must be ordered')];
}

function conditionViolations(patterns: readonly ConditionPattern[], path: string): Cause[] {
	return [
		...(patterns.length > mostPatterns ? [tooMany(path, patterns.length, mostPatterns)] : []),
		...patterns.flatMap(({ type = '', status = '' }, index) => [
			...checkQualifiedName(type).map((why) => invalidValue(`${path}[${index}].type`, type, why)),
			...oneOf(status, `${path}[${index}].status`, statuses),
		]),
	];
}
