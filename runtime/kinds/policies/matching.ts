/** Match constraints of admission policies and bindings. */
import type { MatchCondition, MatchResources, ParamKind } from '../../../generated/types/admissionregistration/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue, notSupported, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { checkPathSegment } from '../../scalars/formats.ts';
import { ruleViolations } from '../webhooks/rules.ts';

export function constraintViolations(constraints: MatchResources | undefined, path: string): Cause[] {
	if (constraints === undefined) return [required(path)];
	return [...matchViolations(constraints, path), ...((constraints.resourceRules ?? []).length === 0 ? [required(`${path}.resourceRules`)] : [])];
}

export function matchViolations({ resourceRules = [], excludeResourceRules = [] }: MatchResources, path: string): Cause[] {
	const placed = [
		...resourceRules.map((rule, index) => ({ rule, at: `${path}.resourceRules[${index}]` })),
		...excludeResourceRules.map((rule, index) => ({ rule, at: `${path}.excludeResourceRules[${index}]` })),
	];
	return placed.flatMap(({ rule, at }) => {
		const names = rule.resourceNames ?? [];
		const ofNames = names.flatMap((name, index) => [
			...checkPathSegment(name).map((why) => invalidValue(`${at}.resourceNames[${index}]`, name, why)),
			...(names.indexOf(name) < index ? [duplicate(`${at}.resourceNames[${index}]`, name)] : []),
		]);
		return [...ofNames, ...ruleViolations(rule, at)];
	});
}

const changeable = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** Refuses operations that a mutating policy cannot handle, such as DELETE. Causes have the field of all rules, as in Kubernetes. */
export function changeabilityViolations({ resourceRules = [] }: MatchResources, path: string): Cause[] {
	const operations: string[] = resourceRules.flatMap((rule) => rule.operations ?? []);
	return operations
		.filter((operation) => !changeable.includes(operation))
		.map((operation) => notSupported(`${path}.resourceRules.operations`, operation, changeable));
}

interface Conditional {
	readonly paramKind?: ParamKind;
	readonly matchConditions?: readonly MatchCondition[];
}

/** Reports whether the stored policy has the same conditions and parameters; these were compiled when it was written. */
export function areConditionsStored(spec: Conditional | undefined, stored: Conditional | undefined): boolean {
	if (stored === undefined) return false;
	const isSame = (a: object | undefined, b: object | undefined): boolean => deepEqual((a ?? null) as JsonValue, (b ?? null) as JsonValue);
	return isSame(spec?.paramKind, stored.paramKind) && isSame(spec?.matchConditions ?? [], stored.matchConditions ?? []);
}
