/** Pods and budgets for tests of the subresources of pods. */
import type { Expecting, Loose } from '../setup/loose.ts';
import { patchTypes } from '../setup/loose.ts';

export interface PodWish {
	readonly labels?: Readonly<Record<string, string>>;
	readonly phase?: string;
	readonly ready?: boolean;
	readonly spec?: object;
}

export interface PodScenario {
	readonly pods: string;
	readonly budgets: string;
	/** Creates a pod, by default running and ready. */
	makePod(expectStatus: Expecting, name: string, wish?: PodWish): Promise<void>;
	/** Creates a budget for the pods of `makePod`; `status` is merged into the status that its controller would write. */
	makeBudget(expectStatus: Expecting, name: string, status: object, spec?: object): Promise<void>;
	setBudget(expectStatus: Expecting, name: string, status: object): Promise<Loose>;
}

/** Returns the paths of a namespace, and what creates pods and budgets there. */
export function podsIn(namespace: string): PodScenario {
	const pods = `/api/v1/namespaces/${namespace}/pods`;
	const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
	const setBudget: PodScenario['setBudget'] = (expectStatus, name, status) =>
		expectStatus(200, 'PATCH', `${budgets}/${name}/status`, { status }, patchTypes.merge);
	return {
		pods,
		budgets,
		setBudget,
		async makePod(expectStatus, name, { labels = { app: 'web' }, phase = 'Running', ready = true, spec } = {}) {
			await expectStatus(201, 'POST', pods, { metadata: { name, labels }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
			const status = { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
			await expectStatus(200, 'PATCH', `${pods}/${name}/status`, { status }, patchTypes.merge);
		},
		async makeBudget(expectStatus, name, status, spec = { selector: { matchLabels: { app: 'web' } } }) {
			await expectStatus(201, 'POST', budgets, { metadata: { name }, spec });
			await setBudget(expectStatus, name, { observedGeneration: 1, ...status });
		},
	};
}

export function eviction(name: string, deleteOptions?: object): object {
	return { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...(deleteOptions && { deleteOptions }) };
}
