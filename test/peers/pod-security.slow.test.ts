/**
 * Tests that PodSecurity decides about random pods as kube-apiserver does, in the same words. Each pod is created as a dry run in a
 * namespace for every level and version. Random labels of namespaces and the warnings about existing pods are compared as well.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { Random } from '../suites/front-door/random.ts';
import { randomPod } from './random-pods.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const root = resolve(import.meta.dirname, '../..');
const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: PodSecurity was not compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

const json = { 'content-type': 'application/json' };
const merge = { 'content-type': 'application/merge-patch+json' };
const namespaces = '/api/v1/namespaces';
const prefix = 'pod-security.kubernetes.io/';
/** Versions on both sides of each change of a check, and versions that no release has. */
const minors = [0, 7, 8, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 99];
const standards = ['baseline', 'restricted'].flatMap((level) =>
	['latest', ...minors.map((minor) => `v1.${minor}`)].map((version) => ({ level, version, where: `${level}-${version.replace('.', '-')}` })),
);
/** Requests in flight at once to one server. */
const parallel = 8;

const labelled = (name: string, labels: object): object => ({
	metadata: { name, labels: Object.fromEntries(Object.entries(labels).map(([label, value]) => [prefix + label, value])) },
});

async function make(server: Server, path: string, body: object): Promise<void> {
	const { status, body: answer } = await server.ask('POST', path, JSON.stringify(body), json);
	if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
}

interface Outcome {
	readonly status: number;
	readonly warnings: readonly string[];
	/** Refusal, of an invalid pod its fields alone; undefined for accepted requests. */
	readonly refusal: unknown;
}

async function outcome(server: Server, method: string, path: string, body: object, headers = json): Promise<Outcome> {
	const { status, warnings, body: answer } = await server.ask(method, path, JSON.stringify(body), headers);
	return {
		status,
		warnings: warnings.map((text) => text.replace('.storageOS:', '.storageos:')),
		refusal: status === 422 ? fieldsOf(answer) : status >= 300 ? answer : undefined,
	};
}

/** Returns the invalid fields. The messages show Go values there, and belong to no admission plugin. */
function fieldsOf(answer: unknown): readonly string[] {
	const { details } = answer as { readonly details?: { readonly causes?: readonly { readonly field: string }[] } };
	return (details?.causes ?? []).map(({ field }) => field).sort();
}

/** Creates the pod in the namespace of each standard, as a dry run. */
async function verdicts(server: Server, pod: object): Promise<readonly Outcome[]> {
	const found: Outcome[] = [];
	for (let from = 0; from < standards.length; from += parallel) {
		const some = standards.slice(from, from + parallel);
		found.push(...(await Promise.all(some.map(({ where }) => outcome(server, 'POST', `${namespaces}/${where}/pods?dryRun=All`, pod)))));
	}
	return found;
}

describe.skipIf(peers === undefined).each(['1.25', '1.36'])('PodSecurity at %s', (release) => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-peer-pod-security-'));
	let servers: readonly Server[] = [];
	beforeAll(async () => {
		const built = join(folder, 'kubernetes');
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--vocabulary', 'kubernetes', '--out', built], { stdio: 'ignore' });
		servers = await Promise.all([startOrch(built, release, ['--authorization-mode', 'AlwaysAllow']), startPeer(peers ?? '', release)]);
		for (const server of servers) {
			for (const { level, version, where } of standards) await make(server, namespaces, labelled(where, { enforce: level, 'enforce-version': version }));
		}
	}, 300_000);
	afterAll(async () => {
		await Promise.all(servers.map((server) => server.stop()));
		rmSync(folder, { recursive: true, force: true });
	});

	const both = async <T>(ask: (server: Server) => Promise<T>): Promise<void> => {
		const [ours, theirs] = await Promise.all(servers.map(ask));
		expect(ours).toEqual(theirs);
	};

	it('decides about random pods in every standard', async () => {
		const random = new Random(seedOfCommit());
		for (let i = 0; i < tries({ sample: 60, full: 1000 }); i++) {
			const pod = randomPod(random, `p${i}`);
			const [ours = [], theirs = []] = await Promise.all(servers.map((server) => verdicts(server, pod)));
			const differ = standards.flatMap((standard, at) =>
				JSON.stringify(ours[at]) === JSON.stringify(theirs[at]) ? [] : [{ ...standard, ours: ours[at], theirs: theirs[at] }],
			);
			expect(differ, JSON.stringify(pod)).toEqual([]);
		}
	}, 1_800_000);

	const values = ['privileged', 'baseline', 'restricted', 'x', ''];
	const versions = ['latest', 'v1.20', 'v1.99', '1.25', 'v2.0'];

	it('reads random labels, and warns of pods that a namespace begins to refuse', async () => {
		const random = new Random(seedOfCommit());
		for (let i = 0; i < tries({ sample: 20, full: 200 }); i++) {
			const labels = (): object => ({
				...(random.below(3) > 0 && { enforce: random.of(values) }),
				...(random.below(3) === 0 && { 'enforce-version': random.of(versions) }),
				...(random.below(3) === 0 && { warn: random.of(values), 'warn-version': random.of(versions) }),
				...(random.below(4) === 0 && { audit: random.of(values) }),
			});
			const [first, second, pod] = [labels(), labels(), randomPod(random, 'p')];
			await both((server) => outcome(server, 'POST', `${namespaces}?dryRun=All`, labelled(`l${i}`, first)));
			for (const server of servers) await make(server, namespaces, labelled(`l${i}`, {}));
			await both((server) => outcome(server, 'POST', `${namespaces}/l${i}/pods`, pod));
			for (const changed of [first, second]) {
				await both((server) => outcome(server, 'PATCH', `${namespaces}/l${i}`, labelled(`l${i}`, changed), merge));
				// kube-apiserver reads the labels from a cache, which follows the change of the namespace.
				await vi.waitFor(() => both((server) => outcome(server, 'POST', `${namespaces}/l${i}/pods?dryRun=All`, { ...pod, metadata: { name: 'q' } })), 10_000);
			}
		}
	}, 600_000);
});
