/** Arguments of `orch export crd`: the kinds it accepts and its output paths. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { addExportCommand } from '../../../generator/command/export.ts';

let folder = '';
let said: string[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'export-'));
	said = [];
	vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
});

afterEach(() => {
	vi.restoreAllMocks();
	process.exitCode = undefined;
	rmSync(folder, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<void> {
	const program = new Command('orch').exitOverride();
	addExportCommand(program);
	await program.parseAsync(['export', 'crd', ...words], { from: 'user' });
}

describe('orch export crd', () => {
	it('writes all kinds of a group into a file, and reports the losses of each', async () => {
		const file = join(folder, 'crds.yaml');
		await run('scheduling.k8s.io', 'IngressClass', '--out', file);
		const names = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => (document.toJS() as { metadata: { name: string } }).metadata.name);
		expect(names).toEqual(['priorityclasses.scheduling.k8s.io', 'ingressclasses.networking.k8s.io']);
		expect(said).toContain('lost: scheduling.k8s.io/PriorityClass: hooks: the document cannot contain behaviour and checks in code');
	});

	it.each([
		[['PriortyClass'], 'unknown kind PriortyClass: did you mean "scheduling.k8s.io/PriorityClass"?'],
		[['Pod'], 'Pod is in a group without a domain'],
		[['SelfSubjectAccessReview'], 'authorization.k8s.io/SelfSubjectAccessReview is not stored, which a'],
		[['PriorityClass', '--release', '1.99'], '--release: unknown release 1.99'],
		[['PriorityClass', '--vocabulary', 'kubernets'], 'unknown vocabulary "kubernets": did you mean "kubernetes"?'],
	])('refuses %j', async (words, message) => {
		await expect(run(...words)).rejects.toThrow(message);
	});
});
