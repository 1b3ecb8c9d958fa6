/** Pods and budgets for tests of the subresources of pods. */
import type { Expecting, Loose } from '../setup/loose.ts';
import { patchTypes } from '../setup/loose.ts';

export const pods = '/api/v1/namespaces/default/pods';
export const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

export interface PodWish {
	readonly labels?: Readonly<Record<string, string>>;
	readonly phase?: string;
	readonly ready?: boolean;
	readonly spec?: object;
}

/** Creates a pod, by default running and ready. */
export async function makePod(
	expectStatus: Expecting,
	name: string,
	{ labels = { app: 'web' }, phase = 'Running', ready = true, spec }: PodWish = {},
): Promise<void> {
	await expectStatus(201, 'POST', pods, { metadata: { name, labels }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
	const status = { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
	await expectStatus(200, 'PATCH', `${pods}/${name}/status`, { status }, patchTypes.merge);
}

/** Creates a budget for the pods of `makePod`; `status` is merged into the status that its controller would write. */
export async function makeBudget(
	expectStatus: Expecting,
	name: string,
	status: object,
	spec: object = { selector: { matchLabels: { app: 'web' } } },
): Promise<void> {
	await expectStatus(201, 'POST', budgets, { metadata: { name }, spec });
	await setBudget(expectStatus, name, { observedGeneration: 1, ...status });
}

export async function setBudget(expectStatus: Expecting, name: string, status: object): Promise<Loose> {
	return expectStatus(200, 'PATCH', `${budgets}/${name}/status`, { status }, patchTypes.merge);
}

export function eviction(name: string, deleteOptions?: object): object {
	return { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...(deleteOptions && { deleteOptions }) };
}
