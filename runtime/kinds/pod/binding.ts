/** Bindings: a scheduler assigns a pod to a node, once. The pod's other fields are not considered. */
import type { Binding, Pod } from '../../../generated/types/core/v1.ts';
import type { ComputedStatus, ComputeRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, conflict, invalid } from '../../api/errors.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { type Cause, notSupported, required } from '../../model/cause.ts';
import { withCondition } from './condition.ts';

/** Returns the handler. `gates`: state of each feature gate. */
export function bind(gates: ReadonlyMap<string, boolean>): (request: ComputeRequest<Binding, unknown>) => Promise<ComputedStatus> {
	const takesLabels = gates.get('PodTopologyLabelsAdmission') === true;
	const forgetsNomination = gates.get('ClearingNominatedNodeNameAfterBinding') === true;
	return async ({ object, namespace, name, preconditions, objects, dryRun }) => {
		if ((object.metadata?.name ?? '') !== name) throw new ApiError('BadRequest', 'name in URL does not match name in Binding object');
		const causes = targetViolations(object);
		if (causes.length > 0) throw invalid('Binding', '', name, causes);
		if (name === '') throw new ApiError('BadRequest', 'Name parameter required.');
		const assigned = (pod: Pod): Pod => {
			checkPreconditions(pod, name, preconditions);
			const refusal = refusalOf(pod);
			if (refusal !== undefined) throw conflict('pods/binding', '', name, refusal);
			const { annotations, labels } = object.metadata ?? {};
			const { nominatedNodeName, ...status } = withCondition(pod.status, { type: 'PodScheduled', status: 'True' });
			return {
				...pod,
				metadata: {
					...pod.metadata,
					...(annotations && { annotations: { ...pod.metadata?.annotations, ...annotations } }),
					...(takesLabels && labels && { labels: { ...pod.metadata?.labels, ...labels } }),
				},
				spec: { containers: [], ...pod.spec, nodeName: object.target.name ?? '' },
				status: forgetsNomination || nominatedNodeName === undefined ? status : { ...status, nominatedNodeName },
			};
		};
		await objects.amend({ resource: 'pods', namespace, name }, (pod) => assigned(pod as Pod) as JsonObject, dryRun);
		return { kind: 'Status', status: 'Success' };
	};
}

/** Validates the target, after the preconditions. */
function targetViolations({ target }: Binding): Cause[] {
	const { kind = '', name = '' } = target;
	return [
		...(kind === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
		...(name === '' ? [required('target.name')] : []),
	];
}

/** Checks the pod's uid and resource version against the binding's. */
function checkPreconditions({ metadata = {} }: Pod, name: string, { uid, resourceVersion }: ComputeRequest['preconditions']): void {
	const failed = (what: string, wanted: string, is = ''): ApiError =>
		conflict('pods', '', name, `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${is}`);
	if (uid !== '' && uid !== metadata.uid) throw failed('UID', uid, metadata.uid);
	if (resourceVersion !== '' && resourceVersion !== metadata.resourceVersion) throw failed('ResourceVersion', resourceVersion, metadata.resourceVersion);
}

function refusalOf({ metadata: { name = '', deletionTimestamp } = {}, spec }: Pod): string | undefined {
	if (deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`;
	if (spec?.nodeName) return `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`;
	if ((spec?.schedulingGates ?? []).length > 0) return `pod ${name} has non-empty .spec.schedulingGates`;
	return undefined;
}
