/** Capabilities that containers add and drop. */
import type { Capabilities } from '../../../../generated/types/core/v1.ts';
import type { PodSecurityPolicySpec } from '../../../../generated/types/policy/v1beta1.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { invalidList } from './go-values.ts';

/** Returns the capabilities with those that the policy adds and drops. Returns the argument when that changes nothing. */
export function withCapabilities(
	given: Capabilities | undefined,
	{ defaultAddCapabilities = [], requiredDropCapabilities = [] }: PodSecurityPolicySpec,
): Capabilities | undefined {
	const [ownAdd, ownDrop] = [new Set(given?.add), new Set(given?.drop)];
	const add = new Set([...ownAdd, ...defaultAddCapabilities.filter((name) => !ownDrop.has(name))]);
	const drop = new Set([...ownDrop, ...requiredDropCapabilities]);
	if (add.size === ownAdd.size && drop.size === ownDrop.size) return given;
	return { ...(add.size > 0 && { add: [...add].toSorted() }), ...(drop.size > 0 && { drop: [...drop].toSorted() }) };
}

export function capabilityProblems(at: string, given: Capabilities | undefined, spec: PodSecurityPolicySpec): readonly Cause[] {
	const { defaultAddCapabilities = [], requiredDropCapabilities = [], allowedCapabilities = [] } = spec;
	if (given === undefined) {
		const asksNothing = defaultAddCapabilities.length === 0 && requiredDropCapabilities.length === 0;
		return asksNothing ? [] : [invalidValue(at, 'null', 'required capabilities are not set on the securityContext')];
	}
	if (allowedCapabilities.includes('*')) return [];
	const { add = [], drop = [] } = given;
	return [
		...add
			.filter((name) => !defaultAddCapabilities.includes(name) && !allowedCapabilities.includes(name))
			.map((name) => invalidValue(`${at}.add`, name, 'capability may not be added')),
		...requiredDropCapabilities
			.filter((name) => !drop.includes(name))
			.map((name) => invalidList(`${at}.drop`, 'core.Capability', drop, `${name} is required to be dropped but was not found`)),
	];
}
