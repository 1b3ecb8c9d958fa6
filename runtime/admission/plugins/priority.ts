/**
 * Priority: gives new pods and pod groups the priority of their class (seed 3, "Built-in admission plugins"). A pod without a class gets
 * the default class, or priority 0. At most one class may be the default.
 */
import type { Pod } from '../../../generated/types/core/v1.ts';
import type { PriorityClass } from '../../../generated/types/scheduling/v1.ts';
import type { PodGroup } from '../../../generated/types/scheduling/v1alpha2.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';
import { whenKnown } from '../when-known.ts';

const ofGroups = 'WorkloadAwarePreemption';
const inGroup = (groupDomain: string, resource: string): string => `${resource}.scheduling.${groupDomain}`;

/** Values of a pod that come from its class. */
interface Resolved {
	readonly className: string;
	readonly priority: number;
	readonly preemptionPolicy: PriorityClass['preemptionPolicy'];
}

export const priority: AdmissionPlugin = {
	name: 'Priority',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: ({ groupDomain }) => ['pods', inGroup(groupDomain, 'priorityclasses'), inGroup(groupDomain, 'podgroups')],
	start({ cache, gates, vocabulary: { groupDomain } }) {
		const classes = new Lookup<PriorityClass>(cache, inGroup(groupDomain, 'priorityclasses'));
		const takesGroups = gates.get(ofGroups) === true;
		return {
			mutate(request) {
				if (request.subresource !== '') return;
				if (request.kind.storageName === 'pods') return admitPod(request, classes);
				if (takesGroups && request.operation === 'CREATE' && request.kind.storageName === inGroup(groupDomain, 'podgroups'))
					return admitGroup(request, classes);
			},
			validate(request) {
				if (request.subresource === '' && request.kind.storageName === inGroup(groupDomain, 'priorityclasses')) refuseSecondDefault(request, classes);
			},
		};
	},
};

type Classes = Lookup<PriorityClass>;

function admitPod(request: AdmissionRequest, classes: Classes): void | Promise<void> {
	const pod = request.object as Pod;
	if (request.operation === 'UPDATE') return keep(pod, request.oldObject as Pod);
	const className = pod.spec?.priorityClassName ?? '';
	return whenKnown(resolve(classes, className, request), (resolved) => setOfPod(pod, resolved, request));
}

function admitGroup(request: AdmissionRequest, classes: Classes): void | Promise<void> {
	const group = request.object as object as PodGroup;
	const className = group.spec.priorityClassName ?? '';
	return whenKnown(resolve(classes, className, request), (resolved) => setOfGroup(group, resolved, request));
}

/** Returns the values of a class. Throws, or rejects with, ApiError Forbidden for an unknown class. */
function resolve(classes: Classes, className: string, request: AdmissionRequest): Resolved | Promise<Resolved> {
	if (className === '') return resolvedBy(defaultClass(classes));
	const resolved = (found: PriorityClass | undefined): Resolved => {
		if (found === undefined) throw refused(request, `no PriorityClass with name ${className} was found`);
		return resolvedBy(found);
	};
	const found = classes.orLatest('', className, request);
	return found instanceof Promise ? found.then(resolved) : resolved(found);
}

function resolvedBy(found: PriorityClass | undefined): Resolved {
	if (found === undefined) return { className: '', priority: 0, preemptionPolicy: 'PreemptLowerPriority' };
	return { className: found.metadata?.name ?? '', priority: found.value, preemptionPolicy: found.preemptionPolicy };
}

function setOfPod(pod: Pod, { className, priority: computed, preemptionPolicy }: Resolved, request: AdmissionRequest): void {
	const { spec } = pod;
	if (spec === undefined) return;
	if (className !== '') spec.priorityClassName = className;
	const instead = (what: string): string =>
		`must not be provided in pod spec; priority admission controller computed ${what} from the given PriorityClass name`;
	if (spec.priority !== undefined && spec.priority !== computed)
		throw refused(request, `the integer value of priority (${spec.priority}) ${instead(String(computed))}`);
	spec.priority = computed;
	if (preemptionPolicy === undefined) return;
	if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy)
		throw refused(request, `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${instead(preemptionPolicy)}`);
	spec.preemptionPolicy = preemptionPolicy;
}

function setOfGroup({ spec }: PodGroup, { className, priority: computed }: Resolved, request: AdmissionRequest): void {
	if (spec === undefined) return;
	if (spec.priority !== undefined && spec.priority !== computed) {
		const why = `must match the priority computed (${computed}) based on the priority class set in the spec`;
		throw refused(request, `priority set in the pod group (${spec.priority}) ${why}`);
	}
	spec.priority = computed;
	if (className !== '') spec.priorityClassName = className;
}

/** Preserves the computed fields in an update that omits them. Validation refuses any other change. */
function keep({ spec }: Pod, { spec: old }: Pod): void {
	if (spec === undefined) return;
	if (spec.priority === undefined && old?.priority !== undefined) spec.priority = old.priority;
	if (spec.preemptionPolicy === undefined && old?.preemptionPolicy !== undefined) spec.preemptionPolicy = old.preemptionPolicy;
}

function refuseSecondDefault(request: AdmissionRequest, classes: Classes): void {
	const asked = request.object as object as PriorityClass;
	if (asked.globalDefault !== true) return;
	const name = defaultClass(classes)?.metadata?.name;
	if (name === undefined || (request.operation === 'UPDATE' && name === asked.metadata?.name)) return;
	throw refused(request, `PriorityClass ${name} is already marked as default. Only one default can exist`);
}

/** Returns the default class. Of several, which only a race can create, the one with the lowest value counts. */
function defaultClass(classes: Classes): PriorityClass | undefined {
	let lowest: PriorityClass | undefined;
	for (const found of classes.list()) if (found.globalDefault === true && (lowest === undefined || lowest.value > found.value)) lowest = found;
	return lowest;
}
