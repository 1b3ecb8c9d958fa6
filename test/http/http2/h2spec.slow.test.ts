/** h2spec (github.com/summerwind/h2spec), an independent HTTP/2 conformance suite, against the built server over TLS. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../../setup/server.ts';

const module = join(import.meta.dirname, 'h2spec');
const cases = 146;

/** Cases in which the server deliberately differs, with reasons. */
const differences: readonly string[] = [];

/** Returns the path of h2spec in the Go cache, building it if needed. Reports missing prerequisites. */
function built(): string | undefined {
	const { status, stdout, stderr, error } = spawnSync('go', ['tool', '-n', 'github.com/summerwind/h2spec/cmd/h2spec'], { cwd: module, encoding: 'utf8' });
	if (status === 0) return stdout.trim();
	console.warn(`SKIPPED: h2spec is built of its Go module, which needs Go and, once, a proxy of modules: ${error?.message ?? stderr}`);
	return undefined;
}

const program = built();

interface Outcome {
	readonly name: string;
	readonly failed: boolean;
}

/** Parses the cases of a JUnit report, which are listed one after the other. */
function outcomesOf(report: string): readonly Outcome[] {
	const unescaped = (text: string): string => text.replaceAll('&#34;', '"').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
	return Array.from(report.matchAll(/<testcase package="([^"]*)" classname="([^"]*)"[^>]*>(.*?)<\/testcase>/gs), ([, section = '', title = '', more = '']) => ({
		name: `${section}: ${unescaped(title)}`,
		failed: more.includes('<failure') || more.includes('<error'),
	}));
}

describe.skipIf(program === undefined)('h2spec', () => {
	let server: ServerProcess;
	let folder = '';
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-h2spec-'));
		server = await startServer(inject('built').kubernetes);
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it('finds only known failures', async () => {
		const report = join(folder, 'report.xml');
		const args = ['--strict', '--tls', '--insecure', '--host', '127.0.0.1', '--port', `${server.port}`, '--junit-report', report];
		// h2spec exits with an error when a case fails; the report has the details.
		await promisify(execFile)(program ?? '', args, { maxBuffer: 16 * 1024 * 1024 }).catch((error: unknown) => error);
		const outcomes = outcomesOf(readFileSync(report, 'utf8'));
		expect(outcomes).toHaveLength(cases);
		expect(outcomes.filter(({ failed }) => failed).map(({ name }) => name)).toEqual(differences);
		expect((await server.call('GET', '/livez')).status).toBe(200);
	});
});
