/** The programs in a package's README compile and run as pasted. A browser bundle of the package is small and needs no Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { compilers, installSdk, type Project, packageName, run, sdkBuild, strictly } from './package.ts';

let scratch: Scratch;
let project: Project;
let server: ServerProcess;
let programs: readonly string[];

beforeAll(async () => {
	scratch = makeScratch();
	project = installSdk(scratch.path);
	const readme = readFileSync(join(project.installed, 'README.md'), 'utf8');
	programs = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
	const built = await sdkBuild();
	server = await startServer(built);
});
afterAll(async () => {
	await server?.remove();
	scratch?.remove();
});

/** Writes the README program that contains this text to a file of the project. */
function pasted(part: string): string {
	const found = programs.filter((text) => text.includes(part));
	if (found.length !== 1) throw new Error(`${found.length} programs of the README have ${JSON.stringify(part)}`);
	return project.add(`${part.replace(/\W/g, '')}.ts`, found[0]);
}

async function collection(path: string): Promise<readonly { metadata: { name: string }; data?: Record<string, string> }[]> {
	return ((await server.call('GET', path)).json() as { items: [] }).items;
}

describe('the README of a client package', () => {
	it('has programs that compile under strict settings', async () => {
		const files = programs.map((text, index) => {
			project.add(`pasted-${index}.ts`, text);
			return `pasted-${index}.ts`;
		});
		expect(files.length).toBe(5);
		for (const errors of Object.values(compilers))
			expect(await errors(strictly(project, 'nodenext', files, { node: true, more: { noPropertyAccessFromIndexSignature: true } }))).toBe('');
	});

	it('has a first program that runs', async () => {
		const lines = (await run(pasted('first-program'), { KUBECONFIG: server.kubeconfig })).trim().split('\n');
		expect([lines[0]?.split(' ')[0], ...lines.slice(1)]).toEqual(['kitchen', '1', 'gone']);
	});

	it('has an informer that runs, and objects that are right', async () => {
		expect(await run(pasted('byTier'), { KUBECONFIG: server.kubeconfig })).toBe('0 0\n');
		expect(await run(pasted('/validation'), {})).toBe('0 0\n');
	});

	it('contains a controller of at most 40 lines that runs, repairs objects and stops on a signal', async () => {
		const file = pasted('runController');
		expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(40);
		const child: ChildProcess = spawn(process.execPath, [file], {
			env: { ...process.env, KUBECONFIG: server.kubeconfig },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		if (child.stdout === null) throw new Error('the program has no output');
		const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
		const sweeps = '/apis/jobs.example.com/v1/namespaces/default/sweeps';
		const maps = '/api/v1/namespaces/default/configmaps';
		const sweep = { metadata: { name: 'one' }, spec: { mode: 'wet', room: 'hall' } };
		expect((await server.call('POST', sweeps, sweep)).status).toBe(201);
		expect((await lines.next()).value).toBe('summarised default/one');
		const [made] = (await collection(maps)).filter(({ metadata }) => metadata.name === 'one-summary');
		const [kept] = (await collection(sweeps)) as readonly { metadata: { name: string; resourceVersion?: string } }[];
		expect(made?.data).toEqual({ version: kept?.metadata.resourceVersion });
		// The program's own writes come back as changes, so its new summary is inspected once more.
		expect((await lines.next()).value).toBe('summarised default/one');
		expect((await server.call('DELETE', `${maps}/one-summary`)).status).toBe(200);
		expect((await lines.next()).value).toBe('summarised default/one');
		expect((await collection(maps)).map(({ metadata }) => metadata.name)).toContain('one-summary');
		const exited = once(child, 'exit');
		child.kill('SIGTERM');
		expect(await exited).toEqual([0, null]);
	});
});

describe('a bundle for browsers', () => {
	const bundle = async (text: string): Promise<string> => {
		const { outputFiles } = await build({
			stdin: { contents: text, resolveDir: project.path },
			bundle: true,
			minify: true,
			write: false,
			format: 'iife',
			platform: 'browser',
			logLevel: 'silent',
		});
		return outputFiles[0]?.text ?? '';
	};

	it('contains only the parts that one kind needs', async () => {
		const text = await bundle(
			`import { Client } from '${packageName}'; import { Sweep } from '${packageName}/jobs/v1'; globalThis.sweeps = new Client({ server: 'https://a' }).resource(Sweep);`,
		);
		expect(text).toContain('"sweeps"');
		expect(text).not.toContain('deployments');
		expect(text.length).toBeLessThan(20_000);
	});

	it('validates without Node as with it', async () => {
		const text = await bundle(`import { validateSweep } from '${packageName}/jobs/v1/validation'; globalThis.validate = validateSweep;`);
		expect(text).not.toContain('PodSpec');
		// 140 KB are the pattern engine and its tables of Unicode.
		expect(text.length).toBeLessThan(420_000);
		const context = createContext({ TextEncoder, TextDecoder, atob, btoa, URL });
		runInContext(text, context);
		const said = (object: object): unknown => JSON.parse(runInContext(`JSON.stringify(validate(${JSON.stringify(object)}))`, context));
		expect(said({ metadata: { name: 'a' }, spec: { mode: 'wet', room: 'hall' } })).toEqual({ causes: [], warnings: [] });
		expect(said({ metadata: { name: 'a' }, spec: { mode: 'dry', room: 'hall', water: '1' } })).toMatchObject({
			causes: [{ reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: "object": what is swept dry needs no water' }],
		});
	});

	it('sends requests with the fetch that it is given', async () => {
		const text = await bundle(`import { Client } from '${packageName}'; import { Sweep } from '${packageName}/jobs/v1';
			globalThis.asked = [];
			globalThis.list = new Client({ server: 'https://a/', token: 't', fetch: async (url, init) => { asked.push([url, init.method, init.headers.authorization]); return new Response('{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}'); } }).resource(Sweep).list({ limit: 1 });`);
		const context = createContext({ Response, URLSearchParams, AbortController, setTimeout, clearTimeout });
		runInContext(text, context);
		const list = (await runInContext('list', context)) as { items: unknown };
		expect(JSON.parse(JSON.stringify(list.items))).toEqual([{ apiVersion: 'jobs.example.com/v1', kind: 'Sweep', metadata: { name: 'a' } }]);
		expect(JSON.parse(runInContext('JSON.stringify(asked)', context) as string)).toEqual([
			['https://a/apis/jobs.example.com/v1/sweeps?limit=1', 'GET', 'Bearer t'],
		]);
	});
});
