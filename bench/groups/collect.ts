/**
 * Deleting many objects through one: the dependents of an owner, and the contents of a namespace. Limit: deleting as many by collection,
 * which needs no search.
 */
import { cpuSeconds } from '../process.ts';
import { report } from '../report.ts';
import { endSubject, load, type Subject, startSubject } from '../subject.ts';

const few = 10_000;
const many = 100_000;
/** Time limit in seconds: users do not wait for kubectl any longer. */
const mostSeconds = 60;
const lookEveryMs = 100;

type Loose = { readonly metadata: { readonly uid: string; readonly remainingItemCount?: number }; readonly items: readonly unknown[] };

interface Case {
	readonly what: string;
	/** Grace period in seconds before the deletion starts; the figure does not include it. */
	readonly graceSeconds?: number;
	/** Creates the objects, and returns a function that starts their deletion. */
	fill(subject: Subject, namespace: string, count: number): Promise<() => Promise<void>>;
}

const cases: readonly Case[] = [
	{
		what: 'dependents of one owner, background',
		fill: (subject, namespace, count) => dependents(subject, namespace, count, 'Background'),
	},
	{
		what: 'dependents that block their owner, foreground',
		fill: (subject, namespace, count) => dependents(subject, namespace, count, 'Foreground'),
	},
	{
		what: 'objects of a namespace',
		graceSeconds: 5,
		async fill(subject, namespace, count) {
			await configMaps(subject, namespace, count, {});
			return () => done(subject, 'DELETE', `/api/v1/namespaces/${namespace}`);
		},
	},
];

export async function collect(built: string): Promise<void> {
	for (const { what, fill, graceSeconds = 0 } of cases) {
		const subject = await startSubject(built);
		const perObject: number[] = [];
		for (const count of [few, many]) {
			const namespace = `n${count}`;
			await done(subject, 'POST', '/api/v1/namespaces', { metadata: { name: namespace } });
			const end = await fill(subject, namespace, count);
			const before = cpuSeconds(subject.pid);
			const began = performance.now();
			await end();
			await gone(subject, namespace);
			const seconds = (performance.now() - began) / 1000 - graceSeconds;
			perObject.push((1e6 * (cpuSeconds(subject.pid) - before)) / count);
			if (count === many) report({ figure: `${count} ${what}, gone in`, value: seconds, unit: 's', sense: 'atMost', target: mostSeconds });
		}
		const [ofFew = Number.NaN, ofMany = Number.NaN] = perObject;
		report({ figure: `${what}, CPU for each of ${many}`, value: ofMany, unit: 'µs', sense: 'atMost', limit: ofFew, limitIs: `of ${few}` });
		await endSubject(subject);
	}
}

async function dependents(subject: Subject, namespace: string, count: number, propagationPolicy: string): Promise<() => Promise<void>> {
	const owner = `/api/v1/namespaces/${namespace}/secrets/owner`;
	await done(subject, 'POST', `/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: 'owner' } });
	const { uid } = ((await subject.server.call('GET', owner)).json() as Loose).metadata;
	await configMaps(subject, namespace, count, { ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 'owner', uid, blockOwnerDeletion: true }] });
	return () => done(subject, 'DELETE', owner, { propagationPolicy });
}

async function configMaps(subject: Subject, namespace: string, count: number, metadata: object): Promise<void> {
	const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c-{i}', ...metadata }, data: { a: 'b' } });
	await load(subject, { method: 'POST', path: `/api/v1/namespaces/${namespace}/configmaps`, body, clients: 64, requests: count });
}

async function done(subject: Subject, method: string, path: string, body?: object): Promise<void> {
	const { status, text } = await subject.server.call(method, path, body);
	if (status >= 300) throw new Error(text);
}

/** Waits until the objects are gone, with the cheapest request: a list of at most two objects. */
async function gone(subject: Subject, namespace: string): Promise<void> {
	for (;;) {
		const { items } = (await subject.server.call('GET', `/api/v1/namespaces/${namespace}/configmaps?limit=2`)).json() as Loose;
		if (items.length <= 1) return;
		await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
	}
}
