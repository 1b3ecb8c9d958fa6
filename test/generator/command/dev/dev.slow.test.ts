/** End-to-end tests of `orch dev`: real edits of all sorts, observed by clients that stay connected. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningDev, startDev } from './running.ts';

const widget = `kind: Widget
names: {plural: widgets}
scope: Namespaced
description: A widget.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec:
      type: object
      description: Desired state.
      properties:
        size: {type: integer, minimum: 0, description: Size of the product.}
`;
const gadget = widget.replaceAll('Widget', 'Gadget').replaceAll('widget', 'gadget');
const group = 'group: dev.example.com\ndescription: Things to try.\nversions: [v1]\n';
const widgets = '/apis/dev.example.com/v1/namespaces/default/widgets';
const gadgets = '/apis/dev.example.com/v1/namespaces/default/gadgets';

function object(kind: string, name: string, size: number): object {
	return { apiVersion: 'dev.example.com/v1', kind, metadata: { name }, spec: { size } };
}

let folder: string;
let dev: RunningDev;
let specs: string;

async function project(): Promise<void> {
	folder = await mkdtemp(join(tmpdir(), 'orch-dev-test-'));
	specs = join(folder, 'specs/things');
	await mkdir(specs, { recursive: true });
	await writeFile(join(specs, 'group.yaml'), group);
	await writeFile(join(specs, 'widget.yaml'), widget);
}

async function end(): Promise<void> {
	await dev.stop();
	await rm(folder, { recursive: true, force: true });
}

describe('edits', () => {
	beforeAll(async () => {
		await project();
		await writeFile(join(specs, 'gadget.yaml'), gadget);
		dev = startDev({ folder, args: ['--specs', 'specs'] });
		await dev.until(/Serving .* on https:\/\/127.0.0.1:\d+, kubeconfig in data\/kubeconfig \(\d+\.\d\d s\)\nWatching .*specs; Ctrl-C stops\n/);
	});
	afterAll(end);

	const save = (text: string): Promise<void> => writeFile(join(specs, 'widget.yaml'), text);
	const served = (what: string): Promise<string> => dev.until(new RegExp(`served again in \\d+\\.\\d\\d s: ${what}\n`));

	it('are served, and connections and watches of unchanged kinds continue', async () => {
		expect((await dev.ask('POST', gadgets, object('Gadget', 'first', 1))).status).toBe(201);
		const watch = dev.watch(`${gadgets}?watch=1&resourceVersion=0`);
		const [first] = await once(watch, 'event');
		expect(first).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'first' } } });
		let ended = false;
		watch.on('end', () => {
			ended = true;
		});
		const watchOfWidgets = dev.watch(`${widgets}?watch=1`);
		await once(watchOfWidgets, 'open');
		const closed = once(watchOfWidgets, 'end');
		expect((await dev.ask('POST', widgets, object('Widget', 'small', 1))).status).toBe(201);
		await dev.until(/ 201 create \/apis\/dev\.example\.com\/v1\/namespaces\/default\/widgets /);
		await save(widget.replace('minimum: 0', 'minimum: 5'));
		await served('Widget changed');
		expect(await dev.ask('POST', widgets, object('Widget', 'tiny', 1))).toMatchObject({
			status: 422,
			body: expect.stringContaining('must be greater than or equal to 5'),
		});
		expect((await dev.ask('GET', `${widgets}/small`)).status).toBe(200);
		// A watch of a changed kind ends, so that its client lists again.
		await closed;
		const next = once(watch, 'event');
		expect((await dev.ask('POST', gadgets, object('Gadget', 'second', 1))).status).toBe(201);
		expect((await next)[0]).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'second' } } });
		expect([ended, dev.connections()]).toEqual([false, 1]);
	});

	it('with an error are shown in place, and the previous state stays served', async () => {
		await save(widget.replace('minimum: 0', 'minimun: 0'));
		const shown = await dev.until(/the previous state stays served\n/);
		expect(shown).toContain(
			[
				'specs/things/widget.yaml:13:31: error: unknown keyword "minimun" in a schema: did you mean "minimum"?',
				'  13 |         size: {type: integer, minimun: 0, description: Size of the product.}',
				'     |                               ^^^^^^^',
			].join('\n'),
		);
		expect((await dev.ask('POST', widgets, object('Widget', 'tiny', 1))).status).toBe(422);
		await save(widget);
		await served('Widget changed');
		expect((await dev.ask('POST', widgets, object('Widget', 'tiny', 1))).status).toBe(201);
	});

	it('that undo an error report that all is well', async () => {
		await save('kind: [');
		await dev.until(/the previous state stays served\n/);
		await save(widget);
		await dev.until(/errors fixed; the served state is unchanged\n/);
	});

	it('are noticed when files are renamed, missing for a moment, or written in parts', async () => {
		const file = join(specs, 'widget.yaml');
		await writeFile(`${file}~`, widget.replace('minimum: 0', 'minimum: 2'));
		await rename(`${file}~`, file);
		await served('Widget changed');
		// The file is moved to a backup and written as a new file.
		await rename(file, join(specs, 'widget.bak'));
		await writeFile(file, widget.replace('minimum: 0', 'minimum: 3'));
		expect(await served('Widget changed')).not.toContain('removed');
		// The file is truncated, then written.
		await writeFile(file, '');
		await writeFile(file, widget);
		const said = await served('Widget changed');
		expect(said).not.toMatch(/error|removed/);
	});

	it('of a description appear in the documents', async () => {
		await save(widget.replace('A widget.', 'A widget with other words.'));
		await served('Widget changed');
		expect((await dev.ask('GET', '/openapi/v3/apis/dev.example.com/v1')).body).toContain('A widget with other words.');
	});

	it('that remove the version of stored objects are refused, and served once these are rewritten', async () => {
		const versions = (...names: string[]) => widget.replace('versions: [{name: v1, storage: true}]', `versions: [${names.join(', ')}]`);
		const inGroup = (text: string): Promise<void> => writeFile(join(specs, 'group.yaml'), group.replace('[v1]', text));
		await inGroup('[v1, v2]');
		await save(versions('{name: v2, storage: true}'));
		const tooEarly = await dev.until(/the previous state stays served\n/);
		expect(tooEarly).toMatch(
			/specs\/things\/widget\.yaml:5:1: error: \d+ objects of Widget are stored as dev\.example\.com\/v1: first set "storage: true" on another version, /,
		);
		expect((await dev.ask('GET', `${widgets}/small`)).status).toBe(200);
		await save(versions('{name: v1}', '{name: v2, storage: true}'));
		await served('.*Widget changed');
		const left = async () => JSON.parse((await dev.ask('GET', '/storage/versions/widgets.dev.example.com')).body).left;
		await expect.poll(left, { timeout: 30_000 }).toBe(0);
		await save(versions('{name: v2, storage: true}'));
		await served('.*Widget changed');
		expect((await dev.ask('GET', `${widgets.replace('v1', 'v2')}/small`)).status).toBe(200);
		// The same steps in reverse.
		await save(versions('{name: v1, storage: true}', '{name: v2}'));
		await served('.*Widget changed');
		await expect.poll(left, { timeout: 30_000 }).toBe(0);
		await inGroup('[v1]');
		await save(widget);
		await served('.*Widget changed');
	});

	it('that remove a kind keep its objects, with a message', async () => {
		await rm(join(specs, 'gadget.yaml'));
		await dev.until(/served again in \d+\.\d\d s: Gadget removed\n.*2 objects of Gadget stay stored, and can be read again once Gadget is back\n/);
		expect((await dev.ask('GET', `${gadgets}/first`)).status).toBe(404);
		await writeFile(join(specs, 'gadget.yaml'), gadget);
		await served('Gadget added');
		expect((await dev.ask('GET', `${gadgets}/first`)).status).toBe(200);
	});

	it('bring new groups in new folders, and whole roots that went away', async () => {
		await mkdir(join(folder, 'specs/more'));
		await writeFile(join(folder, 'specs/more/thing.yaml'), widget.replaceAll('Widget', 'Thing').replaceAll('widget', 'thing'));
		await writeFile(join(folder, 'specs/more/group.yaml'), group.replace('dev.', 'more.'));
		await served('Thing added');
		expect((await dev.ask('GET', '/apis/more.example.com/v1/things')).status).toBe(200);
		await rename(join(folder, 'specs'), join(folder, 'elsewhere'));
		await dev.until(/cannot read the spec root .*specs: .*the previous state stays served\n/);
		await rename(join(folder, 'elsewhere'), join(folder, 'specs'));
		await save(widget.replace('minimum: 0', 'minimum: 1'));
		await served('Widget changed');
	});

	it('of hooks are applied, and faulty hooks are reported with their place', async () => {
		const hook = (body: string): string =>
			`import { type Hooks, invalidValue } from './orch/hook.ts';\n\nexport const hooks: Hooks['things/widgets'] = {\n\tvalidate: (widget) => ${body},\n};\n`;
		const refuse = "(widget.spec?.size === 7 ? [invalidValue('spec.size', 7, 'brings no luck')] : [])";
		await mkdir(join(folder, 'specs/hooks'));
		const file = join(folder, 'specs/hooks/widget.ts');
		await writeFile(file, hook(refuse));
		await served('Widget changed');
		expect(await dev.ask('POST', widgets, object('Widget', 'seven', 7))).toMatchObject({ status: 422, body: expect.stringContaining('brings no luck') });
		await writeFile(file, `${hook(refuse)}throw new Error('not today');\n`);
		expect(await dev.until(/the previous state stays served\n/)).toMatch(/specs\/hooks\/widget\.ts:6:1: error: it throws while it loads.*not today/);
		expect((await dev.ask('POST', widgets, object('Widget', 'seven', 7))).status).toBe(422);
		await writeFile(file, hook(refuse.replace('7 ?', '8 ?')));
		await served('Widget changed');
		expect((await dev.ask('POST', widgets, object('Widget', 'seven', 7))).status).toBe(201);
	});

	it('that a running server cannot apply are reported with the remedy', async () => {
		await mkdir(join(folder, 'specs/vocabulary'));
		const words = await readFile(join(import.meta.dirname, '../../../../specs/vocabulary/orch.yaml'), 'utf8');
		await writeFile(join(folder, 'specs/vocabulary/orch.yaml'), words.replace(/^default: true\n/m, ''));
		expect(await dev.until(/the previous state stays served\n/)).toContain('the vocabulary "orch" is declared twice');
		await rm(join(folder, 'specs/vocabulary'), { recursive: true });
		await dev.until(/errors fixed/);
	});

	it('start a server again that has ended, on its port', async () => {
		const port = /127\.0\.0\.1:(\d+)/.exec(dev.said())?.[1];
		const hook = join(folder, 'specs/hooks/widget.ts');
		const text = await readFile(hook, 'utf8');
		await writeFile(hook, text.replace(/validate: .*/, 'validate: () => process.exit(3),'));
		await served('Widget changed');
		await expect(dev.ask('POST', widgets, object('Widget', 'last', 8))).rejects.toThrow();
		await dev.until(/error: the server ended \(exit code 3\); it starts again with the next change\n/);
		await writeFile(hook, text);
		expect(await dev.until(/Serving .*\n/)).toContain(`https://127.0.0.1:${port},`);
		expect((await dev.ask('POST', widgets, object('Widget', 'last', 5))).status).toBe(201);
	});

	const servingHook = (condition: string): string =>
		[
			"import type { Hooks } from './orch/hook.ts';",
			'const spin = (size: unknown): void => {',
			`	while (${condition}) continue;`,
			'};',
			"export const hooks: Hooks['things/widgets'] = { validate: (widget) => (spin(widget.spec?.size), []) };",
			'',
		].join('\n');

	it('that add a hook that never returns: it is named, the server restarts, and a corrected file is served', async () => {
		const hook = join(folder, 'specs/hooks/widget.ts');
		await writeFile(hook, servingHook('size === 9'));
		await served('Widget changed');
		const asked = dev.ask('POST', widgets, object('Widget', 'spins', 9));
		await expect(asked).rejects.toThrow();
		const said = await dev.until(/the server was ended, and starts again\n[\s\S]*Serving .*\n/);
		expect(said).toMatch(/specs\/hooks\/widget\.ts:3:\d+: error: "validate" in the hooks of widgets\.dev\.example\.com did not return within 5 s/);
		await expect(dev.ask('POST', widgets, object('Widget', 'spins', 9))).rejects.toThrow();
		// The file is saved while the server is blocked or about to start; both ways the new content is served.
		await writeFile(hook, servingHook('false'));
		await dev.until(/Serving .*\n|served again .*\n/);
		await expect
			.poll(
				() =>
					dev.ask('POST', widgets, object('Widget', 'spins', 9)).then(
						({ status }) => status,
						() => 0,
					),
				{ timeout: 30_000 },
			)
			.toBe(201);
	});

	it('end with Ctrl-C, in good order', async () => {
		expect(await dev.stop()).toBe(0);
	});
});

describe('a start', () => {
	beforeEach(project);
	afterEach(end);

	it('waits for specs that are wrong, and serves once they are right', async () => {
		await writeFile(join(specs, 'widget.yaml'), 'kind: Widget\n');
		dev = startDev({ folder, args: ['--specs', 'specs'] });
		await dev.until(/error: a kind needs "names"\n[\s\S]*nothing is served until the errors are fixed\n/);
		await writeFile(join(specs, 'widget.yaml'), widget);
		await dev.until(/Serving .* on https:/);
	});

	it('loads the hook checker after it serves, before the first hook file', async () => {
		const told = "(url.includes('/ts-morph/') && process.stderr.write('loaded the compiler\\n'), next(url, context))";
		const noticing = `import { registerHooks } from 'node:module'; registerHooks({ load: (url, context, next) => ${told} });`;
		const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noticing)}` };
		dev = startDev({ folder, args: ['--specs', 'specs'], env });
		expect(await dev.until(/Serving .*\n/)).not.toContain('loaded the compiler');
		await dev.until(/loaded the compiler\n/);
		await mkdir(join(folder, 'specs/hooks'));
		await writeFile(join(folder, 'specs/hooks/widget.ts'), "import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['things/widgets'] = {};\n");
		expect(await dev.until(/served again in \d+\.\d\d s: Widget changed\n/)).not.toContain('loaded the compiler');
	});

	it('leaves no process when it is killed, even with a hook that never returns', async () => {
		await mkdir(join(folder, 'specs/hooks'));
		const body = '{ validate: (widget) => { while (widget.spec?.size === 7) continue; return []; } }';
		await writeFile(
			join(folder, 'specs/hooks/widget.ts'),
			`import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['things/widgets'] = ${body};\n`,
		);
		dev = startDev({ folder, args: ['--specs', 'specs'] });
		await dev.until(/Serving .*\n/);
		await expect(dev.ask('POST', widgets, object('Widget', 'seven', 7))).rejects.toThrow();
		// The second server holds the port and the database, and is blocked too.
		await dev.until(/Serving .*\n/);
		const blocked = dev.ask('POST', widgets, object('Widget', 'seven', 7)).catch(() => undefined);
		dev.process.kill('SIGKILL');
		// Every process of the command keeps its output open, so the output closes when the last process ends.
		await dev.stop();
		await blocked;
		const next = startDev({ folder, args: ['--specs', 'specs'] });
		await next.until(/Serving .*\n/);
		expect(await next.stop()).toBe(0);
	});

	it('names a hook file that never finishes loading, and serves the last valid state', async () => {
		await mkdir(join(folder, 'specs/hooks'));
		const file = join(folder, 'specs/hooks/widget.ts');
		dev = startDev({ folder, args: ['--specs', 'specs'] });
		await dev.until(/Serving .*\n/);
		await writeFile(
			file,
			`import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['things/widgets'] = {};\nwhile (Date.now() > 0) continue;\n`,
		);
		expect(await dev.until(/the previous state stays served\n/)).toMatch(/does not finish loading within 20 s/);
		expect((await dev.ask('GET', widgets)).status).toBe(200);
		await writeFile(
			file,
			`import type { Hooks } from './orch/hook.ts';\nexport const hooks: Hooks['things/widgets'] = {};\nwhile (Date.now() > 1) continue;\n`,
		);
		expect(await dev.stop()).toBe(0);
	});

	it('ends with a sentence where the port, the data dir or a flag is not to be had', async () => {
		const taken = createServer().listen(0, '127.0.0.1');
		await once(taken, 'listening');
		const { port } = taken.address() as { port: number };
		const cases: readonly [string[], number, RegExp][] = [
			[['--secure-port', String(port)], 1, /error: .*port.*\n/i],
			[['--secure-prot', '1'], 2, /error: .*secure-prot.*\n/],
			[['--vocabulary', 'klingon'], 1, /error: unknown vocabulary "klingon"/],
		];
		for (const [args, code, sentence] of cases) {
			dev = startDev({ folder, args: ['--specs', 'specs', ...args] });
			await expect(dev.until(/Serving/)).rejects.toThrow(sentence);
			expect(await dev.stop()).toBe(code);
		}
		taken.close();
		const first = startDev({ folder, args: [] });
		try {
			await first.until(/Serving/);
			dev = startDev({ folder, args: [] });
			await expect(dev.until(/Serving/)).rejects.toThrow(/error: .*data.*\n/);
			expect(dev.process.exitCode).toBe(1);
		} finally {
			await first.stop();
		}
	});
});
