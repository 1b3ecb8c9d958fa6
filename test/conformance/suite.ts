/** Kubernetes' end-to-end suite, built from its Go module (`npm run peers:build -- DIR --suite`), against a built server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterSetup, node } from '../peers/cluster/cluster.ts';
import { until } from '../peers/programs.ts';
import { type ServerAdmin, startServer } from '../setup/server.ts';

/** Kubernetes release of the suite. */
export const suiteRelease = '1.36';

export interface Result {
	readonly test: string;
	readonly passed: boolean;
	/** Failure message of the suite. */
	readonly message: string;
}

export interface Run {
	readonly suite: string;
	/** Folder of a server built with the kubernetes vocabulary. */
	readonly built: string;
	/** Folder of the programs of a cluster; absent where the server alone is tested. */
	readonly programs?: string | undefined;
	/** Test names as in rows.ts. */
	readonly tests: readonly string[];
	readonly kubectl?: string | undefined;
	/** Receives the output of the suite. */
	readonly onOutput?: (text: string) => void;
}

/** The parts of Ginkgo's report of a test that are read. */
interface SpecReport {
	readonly ContainerHierarchyTexts: readonly string[] | null;
	readonly LeafNodeText: string;
	readonly LeafNodeType: string;
	readonly State: string;
	readonly Failure?: { readonly Message: string };
}

/** Returns the name without the conformance mark, which all tests have. */
function nameOf({ ContainerHierarchyTexts, LeafNodeText }: SpecReport): string {
	return [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(' ').replaceAll(' [Conformance]', '');
}

/** A node that appears ready, without which the suite does not start. No pods run on it. */
const readyNode = {
	...node('node-0'),
	status: {
		...node('node-0').status,
		conditions: [{ type: 'Ready', status: 'True', reason: 'Test', message: 'says so' }],
		addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
	},
};

/** Runs the tests sequentially on a dedicated server. Throws when the suite ended before it ran any test. */
export async function runSuite({ suite, built, programs, tests, kubectl, onOutput = () => {} }: Run): Promise<Result[]> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-suite-'));
	const setup = programs === undefined ? undefined : new ClusterSetup(join(folder, 'cluster'));
	const server = await startServer(built, { flags: setup?.serverFlags ?? ['--emulated-version', suiteRelease] });
	const cluster = setup?.start(programs ?? '', server.url, server.dataDir);
	try {
		await createNodes(server, cluster !== undefined);
		const flags = [
			'--provider=skeleton',
			`--kubeconfig=${server.kubeconfig}`,
			'--allowed-not-ready-nodes=-1',
			'--e2e-verify-service-account=false',
			'--disable-log-dump',
			'--ginkgo.no-color',
			...(kubectl === undefined ? [] : [`--kubectl-path=${kubectl}`]),
		];
		return await runAll(tests, (some) => runSome(suite, flags, some, folder, onOutput));
	} finally {
		await cluster?.end();
		await server.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Creates the nodes of a cluster and waits until KWOK has made them ready, or one that claims to be ready. */
async function createNodes(server: ServerAdmin, inCluster: boolean): Promise<void> {
	const nodes = inCluster ? ['node-0', 'node-1', 'node-2'].map(node) : [readyNode];
	for (const body of nodes) {
		const { status, text } = await server.call('POST', '/api/v1/nodes', body);
		if (status !== 201) throw new Error(`a node was refused: ${status} ${text}`);
	}
	if (!inCluster) {
		// No controller removes the taint of a node that has become ready.
		const merge = { 'content-type': 'application/merge-patch+json' };
		for (const [subresource, patch] of [
			['/status', { status: readyNode.status }],
			['', { spec: { taints: null } }],
		] as const) {
			const { status, text } = await server.call('PATCH', `/api/v1/nodes/node-0${subresource}`, patch, merge);
			if (status !== 200) throw new Error(`a change of the node was refused: ${status} ${text}`);
		}
		return;
	}
	await until('the nodes are ready', async () => {
		const { items } = (await server.call('GET', '/api/v1/nodes')).json() as { readonly items: readonly { readonly spec: { readonly taints?: object } }[] };
		return items.every(({ spec }) => spec.taints === undefined);
	});
}

/** Runs all tests. A panicking test ends the whole process, so the others are then run without it. */
async function runAll(tests: readonly string[], run: (tests: readonly string[]) => Promise<Result[] | Error>): Promise<Result[]> {
	const results = await run(tests);
	if (!(results instanceof Error)) return results;
	const [only] = tests;
	if (tests.length === 1 && only !== undefined) return [{ test: only, passed: false, message: results.message }];
	const half = Math.ceil(tests.length / 2);
	return [...(await runAll(tests.slice(0, half), run)), ...(await runAll(tests.slice(half), run))];
}

/** Runs some tests; returns an Error with the end of the output when the suite ended without a report. */
async function runSome(
	suite: string,
	flags: readonly string[],
	tests: readonly string[],
	folder: string,
	onOutput: (text: string) => void,
): Promise<Result[] | Error> {
	const report = join(folder, 'report.json');
	const focus = tests.map((test) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
	const child = spawn(suite, [...flags, `--ginkgo.focus=${focus}`, `--ginkgo.json-report=${report}`], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			printed = (printed + text).slice(-4_000);
			onOutput(text);
		});
	}
	await once(child, 'close');
	if (!existsSync(report)) return new Error(printed);
	const results = read(report);
	rmSync(report);
	if (results.length === 0) throw new Error(`the suite ran nothing:\n${printed}`);
	return results;
}

function read(report: string): Result[] {
	const suites = JSON.parse(readFileSync(report, 'utf8')) as readonly { readonly SpecReports: readonly SpecReport[] | null }[];
	return suites
		.flatMap(({ SpecReports }) => SpecReports ?? [])
		.filter(({ LeafNodeType, State }) => LeafNodeType === 'It' && State !== 'skipped' && State !== 'pending')
		.map((spec) => ({ test: nameOf(spec), passed: spec.State === 'passed', message: spec.Failure?.Message ?? '' }));
}
