/** Real files through kubectl: a folder of manifests is applied twice, read back unchanged, and deleted. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { realFiles, realObject } from '../setup/real-files.ts';
import { tries } from '../setup/sample.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, findKubectls, type Run } from './kubectl.ts';

const [kubectl] = findKubectls().slice(-1);
/** Maximum file size. Client-side apply copies the object into an annotation, and all annotations together are limited to 256 KiB. */
const maxBytes = 100_000;
const wanted = tries({ sample: 60, full: 200 });

describe.skipIf(kubectl === undefined)('real files through kubectl', () => {
	let server: ServerProcess;
	let folder: string;
	let run: (args: readonly string[]) => Promise<Run>;
	const objects = realFiles(maxBytes, wanted + 20).map((path, index) => realObject(path, readFileSync(path), index));

	beforeAll(async () => {
		if (kubectl === undefined) throw new Error('there is no kubectl');
		server = await startServer(inject('built').kubernetes);
		folder = mkdtempSync(join(tmpdir(), 'orch-real-files-'));
		mkdirSync(join(folder, 'manifests'));
		for (const { name, body } of objects) writeFileSync(join(folder, 'manifests', `${name}.json`), JSON.stringify(body));
		run = (args) => bindProgram(kubectl.path, server.kubeconfig, folder)(args, { timeoutMs: 120_000 });
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it('applies, reads back and deletes them', async () => {
		expect(objects.length).toBeGreaterThanOrEqual(wanted);
		const manifests = join(folder, 'manifests');
		const lines = ({ stdout }: Run, word: string): number => stdout.split('\n').filter((line) => line.includes(word)).length;
		const applied = await run(['apply', '-f', manifests]);
		expect([applied.code, applied.stderr, lines(applied, ' created')]).toEqual([0, '', objects.length]);
		const again = await run(['apply', '-f', manifests]);
		expect([again.code, lines(again, ' unchanged')]).toEqual([0, objects.length]);
		const read = await run(['get', 'secrets,configmaps', '-o', 'json']);
		const found = new Map((JSON.parse(read.stdout) as Loose).items.map((item: Loose) => [`${item.kind}/${item.metadata.name}`, item]));
		for (const { name, body } of objects) {
			const item = found.get(`${body.kind}/${name}`) as Loose;
			expect({ name, data: item.data, binaryData: item.binaryData }).toEqual({ name, data: body.data, binaryData: body.binaryData });
		}
		const deleted = await run(['delete', '-f', manifests]);
		expect([deleted.code, lines(deleted, ' deleted')]).toEqual([0, objects.length]);
	});
});
