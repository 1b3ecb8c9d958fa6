/**
 * CustomResourceDefinitions from public reports, imported, built into one server and used through its API. `reported/` contains our own
 * reductions. The folder `cases` next to the reference contains more, which must import without loss.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseExactly } from '../../runtime/wire/json/text.ts';
import { referencePath } from '../setup/reference.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const root = resolve(import.meta.dirname, '../..');
const reported = join(import.meta.dirname, 'reported');
const cases = referencePath('../cases');
/** Cases whose correct results this file tests. */
const covered = ['big-default', 'crd-listcolumn', 'crd-oddnames', 'crd-re2', 'crd-starcolumn'];
if (!existsSync(cases)) console.warn(`SKIPPED: no case of ${cases} was imported: the folder is not there`);

const orch = (...words: readonly string[]): string =>
	execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const lossesIn = (said: string): string[] => said.split('\n').filter((line) => line.startsWith('lost: '));

describe('definitions from reports', () => {
	const scratch = mkdtempSync(join(tmpdir(), 'orch-reported-'));
	const specs = join(scratch, 'specs');
	let said = '';
	let server: ServerProcess;
	beforeAll(async () => {
		said = orch('import', 'crd', ...readdirSync(reported).map((name) => join(reported, name)), '--out', specs);
		orch('build', '--specs', specs, '--vocabulary', 'kubernetes', '--out', join(scratch, 'built'));
		server = await startServer(join(scratch, 'built'), { flags: ['--controllers', '-*'] });
	}, 180_000);
	afterAll(async () => {
		await server?.remove();
		rmSync(scratch, { recursive: true, force: true });
	});

	const create = async (group: string, kind: string, spec: string) => {
		const plural = `${kind.toLowerCase()}s`;
		const body = `{"apiVersion":"${group}.example.com/v1","kind":"${kind}","metadata":{"generateName":"made-"},"spec":${spec}}`;
		const path = `/apis/${group}.example.com/v1/namespaces/default/${plural}`;
		const { status, text } = await server.call('POST', `${path}?fieldValidation=Strict`, body, { 'content-type': 'application/json' });
		const object = parseExactly(text) as unknown as {
			readonly metadata: { readonly name?: string };
			readonly spec: Record<string, unknown>;
			readonly message?: string;
		};
		return { status, object, path: `${path}/${object.metadata.name}` };
	};

	it('are imported without a loss', () => {
		expect(lossesIn(said)).toEqual([]);
	});

	it.skipIf(!existsSync(cases)).each(covered)('the case %s is imported without a loss', (name) => {
		expect(lossesIn(orch('import', 'crd', join(cases, `${name}.yaml`), '--out', join(scratch, name)))).toEqual([]);
	});

	it.each([
		['hy', 'a-.b', 'a,b'],
		['oct', 'AB', 'ab'],
		['brace', 'aab{,3}', 'aabb'],
		['ung', 'aa', 'ab'],
		['quote', 'a.b', 'axb'],
		['ci', 'ABC', 'abd'],
		['posix', 'ab1', '1a'],
		['uni', 'Éa', 'éa'],
	])('the pattern of %s takes %s and refuses %s', async (field, good, bad) => {
		expect((await create('re2', 'Pat', JSON.stringify({ [field]: good }))).status).toBe(201);
		const refused = await create('re2', 'Pat', JSON.stringify({ [field]: bad }));
		expect([refused.status, refused.object.message]).toEqual([422, expect.stringContaining(`spec.${field}: Invalid value: "${bad}"`)]);
	});

	it('keep integers beyond 2^53', async () => {
		const { object } = await create('big', 'Ceiling', '{"min":-9223372036854775808}');
		expect(object.spec).toEqual({ max: 9223372036854775807n, min: -9223372036854775808n, odd: 9007199254740993n });
		expect((await create('big', 'Ceiling', '{"min":9223372036854775807}')).status).toBe(422);
		const document = await server.call('GET', '/openapi/v3/apis/big.example.com/v1');
		expect(document.text).toMatch(/"default":9223372036854775807[\s\S]*"minimum":-9223372036854775808,"maximum":9223372036854775806/);
	});

	const cells = async (path: string): Promise<unknown> => {
		const table = await server.call('GET', path, undefined, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
		return (table.json() as { readonly rows: readonly { readonly cells: readonly unknown[] }[] }).rows[0]?.cells.slice(1);
	};

	it('show lists, maps and objects in columns of texts', async () => {
		const advert = await create('listcolumn', 'Advert', '{"pools":["a","b"],"sel":[{"matchLabels":{"x":"y"}}],"labels":{"k":"v","a":"b"}}');
		expect(await cells(advert.path)).toEqual(['["a","b"]', '[{"matchLabels":{"x":"y"}}]', '{"a":"b","k":"v"}', expect.any(String)]);
		const foo = await create('starcolumn', 'Foo', '{"servers":[{},{"hosts":["foo.example.com","bar.example.com"]}],"num":3}');
		expect(await cells(foo.path)).toEqual(['["foo.example.com","bar.example.com"]', 3, null, null]);
	});

	describe('with unusual field names', () => {
		const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'x y', "it's", '"q"', 'a~b', 'a/b', '日本', '*/', '@type', 'back`tick', 'in'];
		const spec = `{${names.map((name) => `${JSON.stringify(name)}:"v"`).join()},"valueOf":{"__proto__":{"a":"y"},"constructor":7},"isPrototypeOf":[{"constructor":"k"}]}`;
		const patch = async (path: string, type: string, body: string) =>
			(await server.call('PATCH', path, body, { 'content-type': `application/${type}+json` })).status;
		const own = (object: unknown, name: string): unknown => Object.getOwnPropertyDescriptor(object, name)?.value;

		it('keep each of them, and change no prototype', async () => {
			const { status, object } = await create('oddnames', 'Odd', spec);
			expect([status, names.filter((name) => own(object.spec, name) !== 'v')]).toEqual([201, []]);
			expect(own(own(object.spec, 'valueOf'), '__proto__')).toEqual({ a: 'y' });
			const { object: empty } = await create('oddnames', 'Odd', '{}');
			expect(JSON.stringify(empty.spec)).toBe('{"valueOf":{"constructor":3},"propertyIsEnumerable":true}');
		});

		it.each([
			['{"constructor":"bad"}', 422, 'no bad constructor'],
			['{"toString":"bad"}', 422, 'no bad toString'],
			['{"isPrototypeOf":[{"a b":"x"}]}', 422, 'spec.isPrototypeOf[0].constructor: Required value'],
			['{"isPrototypeOf":[{"constructor":"x"},{"constructor":"x"}]}', 422, 'spec.isPrototypeOf[1].constructor: Duplicate value'],
			['{"__lookupGetter__":"x"}', 400, 'unknown field "spec.__lookupGetter__"'],
		])('refuse %s', async (bad, code, message) => {
			const refused = await create('oddnames', 'Odd', bad);
			expect([refused.status, refused.object.message]).toEqual([code, expect.stringContaining(message)]);
		});

		it('patch and apply them', async () => {
			const { path } = await create('oddnames', 'Odd', spec);
			const steps =
				'[{"op":"replace","path":"/spec/constructor","value":"j"},{"op":"remove","path":"/spec/toString"},{"op":"replace","path":"/spec/a~0b","value":"j"}]';
			expect(await patch(path, 'json-patch', steps)).toBe(200);
			expect(await patch(path, 'merge-patch', '{"spec":{"__proto__":"m","hasOwnProperty":null,"valueOf":{"__proto__":{"a":"m"}}}}')).toBe(200);
			const { spec: patched } = (await server.call('GET', path)).json() as { readonly spec: object };
			expect(['constructor', 'toString', 'a~b', '__proto__', 'hasOwnProperty'].map((name) => own(patched, name))).toEqual([
				'j',
				undefined,
				'j',
				'm',
				undefined,
			]);
			expect(own(own(patched, 'valueOf'), '__proto__')).toEqual({ a: 'm' });

			const applied = path.replace(/[^/]+$/, 'applied');
			const apply = async (manager: string, fields: string) =>
				await server.call(
					'PATCH',
					`${applied}?fieldManager=${manager}`,
					`{"apiVersion":"oddnames.example.com/v1","kind":"Odd","metadata":{"name":"applied"},"spec":${fields}}`,
					{
						'content-type': 'application/apply-patch+yaml',
					},
				);
			expect((await apply('one', '{"constructor":"1","__proto__":"1","isPrototypeOf":[{"constructor":"k"}]}')).status).toBe(201);
			expect((await apply('two', '{"constructor":"2"}')).status).toBe(409);
			expect((await apply('two', '{"isPrototypeOf":[{"constructor":"l"}]}')).status).toBe(200);
			expect((await apply('one', '{"x y":"1"}')).status).toBe(200);
			const { spec: left } = (await server.call('GET', applied)).json() as { readonly spec: object };
			expect(JSON.stringify(left)).toBe('{"x y":"1","valueOf":{"constructor":3},"isPrototypeOf":[{"constructor":"l"}],"propertyIsEnumerable":true}');
		});
	});
});
