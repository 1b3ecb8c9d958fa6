/** Admission rules: operations on resources. The wildcard `*` must be the only entry of its list. */
import type { RuleWithOperations } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';

const everything = '*';

export function ruleViolations(rule: RuleWithOperations, path: string): Cause[] {
	const { operations = [], apiGroups = [], apiVersions = [], resources = [] } = rule;
	return [
		...listViolations(operations, `${path}.operations`, 'operations'),
		...listViolations(apiGroups, `${path}.apiGroups`, 'API groups'),
		...listViolations(apiVersions, `${path}.apiVersions`, 'API versions'),
		...apiVersions.flatMap((version, index) => (version === '' ? [required(`${path}.apiVersions[${index}]`)] : [])),
		...resourceViolations(resources, `${path}.resources`),
	];
}

function listViolations(values: readonly string[], path: string, what: string): Cause[] {
	if (values.length === 0) return [required(path)];
	return values.length > 1 && values.includes(everything) ? [invalidValue(path, values, `if '*' is present, must not specify other ${what}`)] : [];
}

/**
 * Validates resources. `*`: all resources without subresources; `x/*`: all subresources of x; `* /x` (without the space): the subresource x
 * of all.
 */
function resourceViolations(resources: readonly string[], path: string): Cause[] {
	const whole = [
		...(resources.length > 1 && resources.includes('*/*') ? [invalidValue(path, resources, "if '*/*' is present, must not specify other resources")] : []),
		...(resources.includes(everything) && endsWithResource(resources)
			? [invalidValue(path, resources, "if '*' is present, must not specify other resources without subresources")]
			: []),
	];
	return [
		...(resources.length === 0 ? [required(path)] : []),
		...resources.flatMap((resource, index) => entryViolations(resource, resources.slice(0, index), `${path}[${index}]`)),
		...whole,
	];
}

/** Reports whether the last entry without subresource names a resource, as Kubernetes requires. */
function endsWithResource(resources: readonly string[]): boolean {
	const plain = resources.filter((resource) => resource !== '' && !resource.includes('/')).at(-1);
	return plain !== undefined && plain !== everything;
}

/** Validates an entry. `before`: the previous entries. */
function entryViolations(entry: string, before: readonly string[], path: string): Cause[] {
	if (entry === '') return [required(path)];
	const slash = entry.indexOf('/');
	if (slash === -1) return [];
	const covering = [`${entry.slice(0, slash)}/*`, `*/${entry.slice(slash + 1)}`];
	return covering.flatMap((other) => (before.includes(other) ? [invalidValue(path, entry, `if '${other}' is present, must not specify ${entry}`)] : []));
}
