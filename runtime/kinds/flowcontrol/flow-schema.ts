/** FlowSchema: subjects and rules. The wildcard `*` must be the only entry of its list. */
import type { FlowSchema, NonResourcePolicyRule, PolicyRulesWithSubjects, ResourcePolicyRule, Subject } from '../../../generated/types/flowcontrol/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { verbs } from '../../model/verb.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { conditionViolations } from './conditions.ts';

/** Name of the only schema with matching precedence 1. */
const exempt = 'exempt';
const leastPrecedence = 10_000;
const methods = ['ByNamespace', 'ByUser'];
const askable: readonly string[] = [...verbs, 'proxy'].toSorted();
const everything = '*';

export function flowSchemaHooks(release: Release): KindHooks<FlowSchema> {
	return {
		preservedMetadata: keptByStatus,
		normalize({ spec }) {
			for (const rule of spec?.rules?.flatMap(({ resourceRules = [] }) => resourceRules) ?? []) {
				if (rule.namespaces?.length === 0) delete rule.namespaces;
			}
		},
		validate({ metadata, spec, status }, { subresource }) {
			const inStatus = conditionViolations(status?.conditions, compareReleases(release, '1.26') < 0);
			return subresource === 'status' ? inStatus : [...specViolations(spec ?? {}, metadata?.name), ...inStatus];
		},
	};
}

function specViolations(spec: Partial<NonNullable<FlowSchema['spec']>>, name: string | undefined): Cause[] {
	const { matchingPrecedence: precedence = 0, priorityLevelConfiguration, distinguisherMethod, rules = [] } = spec;
	const at = 'spec.matchingPrecedence';
	const level = priorityLevelConfiguration?.name ?? '';
	const atLevel = 'spec.priorityLevelConfiguration.name';
	return [
		...(precedence <= 0 ? [invalidValue(at, precedence, 'must be a positive value')] : []),
		...(precedence > leastPrecedence ? [invalidValue(at, precedence, `must not be greater than ${leastPrecedence}`)] : []),
		...(precedence === 1 && name !== exempt ? [invalidValue(at, 1, "only the schema named 'exempt' may have matchingPrecedence 1")] : []),
		...(distinguisherMethod === undefined || methods.includes(distinguisherMethod.type)
			? []
			: [notSupported('spec.distinguisherMethod.type', distinguisherMethod.type, methods)]),
		...(level === '' ? [required(atLevel, 'must reference a priority level')] : checkDnsSubdomain(level).map((why) => invalidValue(atLevel, level, why))),
		...rules.flatMap((rule, index) => ruleViolations(rule, `spec.rules[${index}]`)),
	];
}

function ruleViolations({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects, path: string): Cause[] {
	return [
		...filled(subjects, `${path}.subjects`, 'subjects must contain at least one value'),
		...(resourceRules.length + nonResourceRules.length === 0 ? [required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')] : []),
		...(subjects ?? []).flatMap((subject, index) => subjectViolations(subject, `${path}.subjects[${index}]`)),
		...resourceRules.flatMap((rule, index) => resourceViolations(rule, `${path}.resourceRules[${index}]`)),
		...nonResourceRules.flatMap((rule, index) => urlViolations(rule, `${path}.nonResourceRules[${index}]`)),
	];
}

/** Fields of subjects, by subject kind. */
const fields = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const;
type SubjectKind = keyof typeof fields;

function subjectViolations(subject: Subject, path: string): Cause[] {
	const kinds = Object.keys(fields) as SubjectKind[];
	const own = kinds.find((kind) => kind === subject.kind);
	if (own === undefined) return [notSupported(`${path}.kind`, subject.kind, kinds)];
	const field = fields[own];
	const others = kinds.filter((kind) => kind !== own && subject[fields[kind]] !== undefined);
	const at = `${path}.${field}`;
	return [
		...(subject[field] === undefined ? [required(at, `${field} is required when subject kind is '${own}'`)] : nameViolations(subject[field], at)),
		...others.map((kind) => forbiddenField(`${path}.${fields[kind]}`, `${fields[kind]} is forbidden when subject kind is not '${kind}'`)),
	];
}

function nameViolations(subject: NonNullable<Subject['user' | 'serviceAccount']>, path: string): Cause[] {
	const { name } = subject;
	const isAccount = 'namespace' in subject;
	if (name === '') return [required(`${path}.name`), ...(isAccount ? namespaceViolations(subject.namespace, path) : [])];
	if (!isAccount) return [];
	const why = name === everything ? [] : checkDnsSubdomain(name);
	return [...why.map((each) => invalidValue(`${path}.name`, name, each)), ...namespaceViolations(subject.namespace, path)];
}

function namespaceViolations(namespace: string, path: string): Cause[] {
	const at = `${path}.namespace`;
	return namespace === ''
		? [required(at, 'must specify namespace for service account')]
		: checkDnsLabel(namespace).map((why) => invalidValue(at, namespace, why));
}

function resourceViolations({ verbs: asked, apiGroups, resources, clusterScope = false, namespaces }: ResourcePolicyRule, path: string): Cause[] {
	const scope = namespaces ?? [];
	const needsNamespace = scope.length === 0 && !clusterScope;
	return [
		...verbViolations(asked ?? [], path),
		...filled(apiGroups, `${path}.apiGroups`, 'resource rules must supply at least one api group'),
		...filled(resources, `${path}.resources`, 'resource rules must supply at least one resource'),
		...aloneViolations(apiGroups ?? [], `${path}.apiGroups`, 'api groups'),
		...aloneViolations(resources ?? [], `${path}.resources`, 'resources'),
		...(needsNamespace ? [required(`${path}.namespaces`, 'resource rules that are not cluster scoped must supply at least one namespace')] : []),
		...aloneViolations(scope, `${path}.namespaces`, 'namespaces'),
		...(scope.includes(everything) ? [] : scope.flatMap((name, index) => memberViolations(name, `${path}.namespaces[${index}]`))),
	];
}

function memberViolations(namespace: string, path: string): Cause[] {
	return checkDnsLabel(namespace).map((why) => invalidValue(path, namespace, `each member of this list must be '*' or a DNS-1123 label; ${why}`));
}

function urlViolations({ verbs: asked, nonResourceURLs }: NonResourcePolicyRule, path: string): Cause[] {
	const urls = nonResourceURLs ?? [];
	const at = `${path}.nonResourceURLs`;
	const paths = urls.includes(everything) ? [] : urls;
	return [
		...verbViolations(asked ?? [], path),
		...filled(urls, at, 'nonResourceURLs must contain at least one value'),
		...aloneViolations(urls, at, 'non-resource URLs'),
		...paths.flatMap((url, index) => {
			const why = urlProblem(url);
			return why === undefined ? [] : [invalidValue(`${at}[${index}]`, url, why)];
		}),
	];
}

function urlProblem(url: string): string | undefined {
	if (url === '') return 'must not be empty';
	if (!url.startsWith('/')) return 'must start with slash';
	if (url.includes(' ')) return 'must not contain white-space';
	if (url.includes('//')) return 'must not contain double slash';
	const first = url.indexOf(everything);
	return first === -1 || (first === url.length - 1 && url.endsWith('/*')) ? undefined : 'wildcard can only do suffix matching';
}

function verbViolations(asked: readonly string[], path: string): Cause[] {
	const at = `${path}.verbs`;
	if (asked.length === 0) return [required(at, 'verbs must contain at least one value')];
	if (asked.includes(everything)) return aloneViolations(asked, at, 'verbs');
	return asked.every((verb) => askable.includes(verb)) ? [] : [notSupported(at, asked, askable)];
}

function aloneViolations(values: readonly string[], path: string, what: string): Cause[] {
	return values.length > 1 && values.includes(everything) ? [invalidValue(path, values, `if '*' is present, must not specify other ${what}`)] : [];
}

function filled(list: readonly unknown[] | null | undefined, path: string, otherwise: string): Cause[] {
	return (list ?? []).length === 0 ? [required(path, otherwise)] : [];
}
