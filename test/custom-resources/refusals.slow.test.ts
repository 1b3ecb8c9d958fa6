/**
 * kube-apiserver with the exported CustomResourceDefinitions refuses the same bad objects as the server, or the export explains the
 * difference.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startOrch, startPeer } from '../peers/servers.ts';
import { type Exports, exportsOf } from './exports.ts';
import { rows } from './listed.ts';
import { Refusals } from './refusals.ts';

const root = resolve(import.meta.dirname, '../..');
const peers = process.env.ORCH_PEERS;
if (peers === undefined) console.warn('SKIPPED: no bad object was shown to kube-apiserver; ORCH_PEERS=DIR names the folder with its binaries');

const groups = [
	...['admissionregistration', 'certificates', 'coordination', 'discovery', 'flowcontrol.apiserver', 'networking', 'node'].map((name) => `${name}.k8s.io`),
	...['rbac.authorization', 'resource', 'scheduling', 'storage'].map((name) => `${name}.k8s.io`),
	'peers.example.com',
];
const release = '1.36';
/** Disables the controller that updates the status of FlowSchemas between two requests. */
const quiet = '--enable-priority-and-fairness=false';
/** Minimum number of bad objects per kind. */
const fewest = 30;

it('names rows that the list of differences has', () => {
	const text = readFileSync(join(root, 'docs/conformance/differences.md'), 'utf8');
	for (const { row } of rows) expect(text).toContain(`| ${row}`);
});

describe.skipIf(peers === undefined)('an exported CustomResourceDefinition', () => {
	const built = mkdtempSync(join(tmpdir(), 'orch-refusals-'));
	const servers: Server[] = [];
	let made: Exports | undefined;
	let refusals: Refusals | undefined;
	beforeAll(async () => {
		const specs = join(import.meta.dirname, '../peers/specs');
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--specs', specs, '--vocabulary', 'kubernetes', '--out', built], { stdio: 'ignore' });
		made = await exportsOf(groups, release);
		const theirs = await startPeer(peers ?? '', release, [quiet]);
		servers.push(theirs);
		const ours = await startOrch(built, release, ['--runtime-config', 'api/all=true', quiet]);
		servers.push(ours);
		refusals = new Refusals(made.catalog, ours, theirs);
		await refusals.install(made.exports);
	}, 240_000);
	afterAll(async () => {
		for (const server of servers) await server.stop();
		rmSync(built, { recursive: true, force: true });
	});

	it.each(groups)('refuses bad objects of %s as the server does', async (group) => {
		const ofGroup = made?.exports.filter(({ version }) => version.group === group) ?? [];
		expect(ofGroup).not.toHaveLength(0);
		for (const one of ofGroup) {
			const { apart, refused, said } = (await refusals?.compare(one)) ?? { apart: ['nothing was compared'], refused: 0, said: 0 };
			expect(apart.join('\n')).toBe('');
			expect(refused + said, one.kind.kind).toBeGreaterThanOrEqual(fewest);
		}
	});
});
