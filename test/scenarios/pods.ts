/** Pods and budgets for the tests of what is posted to pods. */
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

/** One that runs and is ready, if nothing else is said. */
export async function makePod(
	expectStatus: Expecting,
	name: string,
	{ labels = { app: 'web' }, phase = 'Running', ready = true, spec }: PodWish = {},
): Promise<void> {
	await expectStatus(201, 'POST', pods, { metadata: { name, labels }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
	const status = { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
	await expectStatus(200, 'PATCH', `${pods}/${name}/status`, { status }, patchTypes.merge);
}

/** Of the pods of makePod; `status` beside what its controller has seen. */
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
