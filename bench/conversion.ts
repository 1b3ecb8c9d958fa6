/** Unit figure: cost of converting one typical object between two versions. `node bench/conversion.ts` prints microseconds. */
import { catalog } from '../generated/catalog.ts';
import type { JsonObject } from '../runtime/model/catalog.ts';
import { compile } from '../runtime/schema/compile.ts';
import { narrow } from '../runtime/schema/emulated-catalog.ts';
import { Resources } from '../runtime/serving/resources.ts';

/** A release that serves Ingress in two versions, whose fields have other names and places. */
const served = narrow(catalog, '1.21');
const resources = new Resources(served, compile(served), {});
const group = served.kinds.find(({ kind }) => kind === 'Ingress')?.versions[0]?.group ?? '';
const rounds = 7;
const perRound = 20_000;

const path = (name: string) => ({ path: `/${name}`, pathType: 'Prefix', backend: { service: { name, port: { number: 80 } } } });
const stored: JsonObject = {
	apiVersion: `${group}/v1`,
	kind: 'Ingress',
	metadata: { name: 'shop', namespace: 'default', uid: '5d3f', labels: { app: 'shop' }, annotations: { team: 'web' } },
	spec: {
		ingressClassName: 'public',
		defaultBackend: { service: { name: 'fallback', port: { name: 'http' } } },
		rules: [{ host: 'shop.example.com', http: { paths: [path('cart'), path('search')] } }],
	},
	status: { loadBalancer: {} },
};

function ingressIn(version: string) {
	const found = resources.resource(group, version, 'ingresses');
	if (found === undefined) throw new Error(`1.21 serves Ingress in ${version}`);
	return found;
}

/** Returns the least of the rounds, in microseconds of processor time per call. Other programs of the machine make a round longer only. */
function microseconds(work: () => unknown): number {
	const times = Array.from({ length: rounds }, () => {
		const start = process.cpuUsage();
		for (let count = 0; count < perRound; count++) work();
		return process.cpuUsage(start).user / perRound;
	});
	return Math.min(...times);
}

const beta = ingressIn('v1beta1');
const shown = beta.fromStorage(stored);
const own = ingressIn('v1');
for (const [name, work] of [
	['from v1 to v1beta1', () => beta.fromStorage(stored)],
	['from v1beta1 to v1', () => beta.toStorage(shown)],
	['the storage version', () => own.fromStorage(stored)],
] as const)
	console.log(`${name.padEnd(22)} ${microseconds(work).toFixed(2)} µs`);
