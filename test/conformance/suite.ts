/** Kubernetes' end-to-end suite, built from its Go module (`npm run peers:build -- DIR --suite`), against a built server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../setup/server.ts';

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
const node = {
	apiVersion: 'v1',
	kind: 'Node',
	metadata: { name: 'node-1', labels: { 'kubernetes.io/hostname': 'node-1', 'kubernetes.io/os': 'linux' } },
};
const nodeStatus = {
	...node,
	status: {
		conditions: [{ type: 'Ready', status: 'True', reason: 'Test', message: 'says so' }],
		addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
		capacity: { cpu: '4', memory: '8Gi', pods: '110' },
		allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
	},
};

/** Runs the tests sequentially on a dedicated server. Throws when the suite ended before it ran any test. */
export async function runSuite({ suite, built, tests, kubectl, onOutput = () => {} }: Run): Promise<Result[]> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-suite-'));
	const server = await startServer(built, { flags: ['--emulated-version', suiteRelease] });
	try {
		for (const [method, path, body] of [
			['POST', '/api/v1/nodes', node],
			['PUT', '/api/v1/nodes/node-1/status', nodeStatus],
		] as const) {
			const { status, text } = await server.call(method, path, body);
			if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
		}
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
		await server.remove();
		rmSync(folder, { recursive: true, force: true });
	}
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
