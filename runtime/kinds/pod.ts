/** Pod: the status that it starts with, and how long its deletion waits for the node that runs it. Its deeper rules come later. */
import type { Pod } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { podCells } from './pod-cells.ts';
import { qualityOfService } from './pod-quality.ts';

export const podHooks: KindHooks<Pod> = {
	prepareForCreate(pod) {
		pod.status = { phase: 'Pending', qosClass: qualityOfService(pod) };
	},
	prepareForUpdate(pod, old, { subresource }) {
		if (subresource !== 'status') return;
		// Node agents once corrupted owners through the status; garbage collection relies on them.
		const { ownerReferences: _sent, ...metadata } = pod.metadata ?? {};
		const owners = old.metadata?.ownerReferences;
		pod.metadata = owners === undefined ? metadata : { ...metadata, ownerReferences: owners };
	},
	/** Nothing has to be stopped where no node runs the pod, or the pod has ended. */
	gracePeriodSeconds(pod, requested) {
		const ended = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
		if (!pod.spec?.nodeName || ended) return 0;
		const period = requested ?? Number(pod.spec.terminationGracePeriodSeconds ?? 0);
		return period < 0 ? 1 : period;
	},
	cells: podCells,
};
