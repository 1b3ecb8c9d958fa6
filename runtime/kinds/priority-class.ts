/** PriorityClass: the prefix `system-` and the highest priorities are reserved for system classes. */
import type { PriorityClass } from '../../generated/types/scheduling/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, forbiddenField, required } from '../model/cause.ts';

const prefix = 'system-';
const highest = 1_000_000_000;

/** Classes that the server creates and recreates. */
export const systemClasses = [
	{ name: 'system-node-critical', value: 2 * highest + 1000, description: 'Priority of system pods that must not be moved from their node.' },
	{ name: 'system-cluster-critical', value: 2 * highest, description: 'Priority of system pods that must run in the cluster but may move to another node.' },
] as const;

export const priorityClassHooks: KindHooks<PriorityClass> = {
	/** The generation stays 1. */
	prepareForCreate(object) {
		object.metadata = { ...object.metadata, generation: 1 };
	},
	validateCreate: ({ metadata, value, globalDefault = false, preemptionPolicy }) => [
		...nameViolations(metadata?.name ?? '', value, globalDefault),
		// The schema allows an empty value, so that the cause is "required" and not "not supported".
		...((preemptionPolicy as string | undefined) === '' ? [required('preemptionPolicy')] : []),
	],
};

function nameViolations(name: string, value: number, globalDefault: boolean): Cause[] {
	if (name.startsWith(prefix)) return reservedName(name, value, globalDefault);
	return value > highest ? [forbiddenField('value', `maximum allowed value of a user defined priority is ${highest}`)] : [];
}

function reservedName(name: string, value: number, globalDefault: boolean): Cause[] {
	const refused = (why: string): Cause[] => [
		forbiddenField('metadata.name', `priority class names with '${prefix}' prefix are reserved for system use only. error: ${why}`),
	];
	const known = systemClasses.find((one) => one.name === name);
	if (known === undefined) return refused(`${name} is not a known system priority class`);
	if (value !== known.value) return refused(`value of ${name} PriorityClass must be ${known.value}`);
	return globalDefault ? refused(`globalDefault of ${name} PriorityClass must be false`) : [];
}
