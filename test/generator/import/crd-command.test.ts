/** Command line of `orch import crd`: inputs, messages and outputs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { addImportCommand } from '../../../generator/command/import/index.ts';

let folder = '';
let said: string[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'import-crd-'));
	said = [];
	for (const stream of ['log', 'error'] as const) vi.spyOn(console, stream).mockImplementation((text: string) => void said.push(text));
});

afterEach(() => {
	vi.restoreAllMocks();
	process.exitCode = undefined;
	rmSync(folder, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<void> {
	const program = new Command('orch').exitOverride();
	addImportCommand(program);
	await program.parseAsync(['import', 'crd', ...words, '--out', join(folder, 'specs')], { from: 'user' });
}

function crd(kind: string, maxLength: number, group = 'crd.example.com'): Record<string, unknown> {
	const schema = { type: 'object', properties: { spec: { type: 'object', properties: { name: { type: 'string', maxLength } } } } };
	return {
		apiVersion: 'apiextensions.k8s.io/v1',
		kind: 'CustomResourceDefinition',
		spec: {
			...{ group, scope: 'Cluster', names: { kind, plural: `${kind.toLowerCase()}s` } },
			versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
		},
	};
}

function file(name: string, ...documents: readonly unknown[]): string {
	const path = join(folder, name);
	writeFileSync(path, documents.map((document) => stringify(document)).join('---\n'));
	return path;
}

const spec = (path: string): string => join(folder, 'specs', path);

/** Returns a definition with this schema text. */
function withSchema(text: string): string {
	const head = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n';
	return `${head}spec: {group: a.example.com, scope: Cluster, names: {kind: A, plural: as},\n  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${text}}}]}\n`;
}

describe('orch import crd', () => {
	it('reads several documents and lists, and skips other kinds', async () => {
		await run(file('a.yaml', crd('One', 5), { kind: 'Other' }, { kind: 'List', items: [crd('Two', 5)] }), file('b.json', crd('Three', 5)));
		expect(said.filter((line) => line.startsWith('taken: '))).toHaveLength(3);
		expect(said.at(-1)).toBe('3 kinds, 7 files changed');
	});

	it('counts losses with one reason, lists them with --verbose, and omits them with --quiet', async () => {
		const withOld = (kind: string) => {
			const { spec: own, ...rest } = crd(kind, 5) as { readonly spec: { readonly versions: readonly object[] } };
			return { ...rest, spec: { ...own, versions: [...own.versions, { ...own.versions[0], name: 'v1alpha1', served: false, storage: false }] } };
		};
		const definitions = file('a.yaml', ...['One', 'Two', 'Three', 'Four', 'Five'].map(withOld));
		const lost = (): string[] => said.splice(0).filter((line) => line.startsWith('lost: '));
		await run(definitions);
		expect(lost()).toEqual([
			...['One', 'Two', 'Three'].map((kind) => `lost: crd.example.com ${kind}: v1alpha1 is left out: it is neither served nor stored`),
			'lost: 2 more of the same: it is neither served nor stored (--all names each)',
		]);
		await run(definitions, '--all');
		expect(lost()).toHaveLength(5);
		await run(definitions, '--quiet');
		expect(said).toEqual([]);
	});

	it('reports when there is nothing to do, and merges a newer document', async () => {
		await run(file('a.yaml', crd('One', 5)));
		await run(file('a.yaml', crd('One', 5)));
		expect(said.at(-1)).toBe('1 kinds, 0 files changed');
		const types = spec('crd/types/one.yaml');
		writeFileSync(types, `# mine\n${readFileSync(types, 'utf8').replace('type: string', 'type: string, minLength: 1')}`);
		await run(file('a.yaml', crd('One', 9)));
		expect(readFileSync(types, 'utf8')).toMatch(/^# mine\n[\s\S]*\{type: string, minLength: 1, maxLength: 9\}/);
		writeFileSync(types, readFileSync(types, 'utf8').replace('maxLength: 9', 'maxLength: 7'));
		await run(file('a.yaml', crd('One', 11)));
		expect(readFileSync(types, 'utf8')).toContain('maxLength: 7');
		expect(said).toContain('kept: crd/types/one.yaml: types.OneSpec.properties.name.maxLength: the document differs; the manual edit is kept');
	});

	it('uses another folder if a built-in group has the first part of the name', async () => {
		await run(file('a.yaml', crd('One', 5, 'networking.example.com')));
		expect(readFileSync(spec('networking-example-com/one.yaml'), 'utf8')).toContain('kind: One');
	});

	it.each([
		['--kinds Oen', '--kinds: unknown kind Oen: did you mean "crd.example.com/One"?'],
		['--kinds crd.example.com/Tow', '--kinds: unknown kind crd.example.com/Tow: did you mean "crd.example.com/Two"?'],
		['--kinds Another', '--kinds: unknown kind Another: expected crd.example.com/One or crd.example.com/Two'],
	])('refuses %s', async (words, message) => {
		await expect(run(file('a.yaml', crd('One', 5), crd('Two', 5)), ...words.split(' '))).rejects.toThrow(message);
	});

	it('imports the kinds that are named', async () => {
		await run(file('a.yaml', crd('One', 5), crd('Two', 5)), '--kinds', 'crd.example.com/Two');
		expect(said.at(-1)).toBe('1 kinds, 3 files changed');
	});

	it.each<[unknown, string]>([
		[{ kind: 'Pod' }, 'the file has no CustomResourceDefinition'],
		[{ ...crd('A', 1), apiVersion: 'apiextensions.k8s.io/v1beta1' }, 'a CustomResourceDefinition of apiextensions.k8s.io/v1beta1 cannot be read'],
		[{ ...crd('A', 1), spec: {} }, 'document 1: the CustomResourceDefinition has no spec.group'],
		['{', 'is not YAML'],
		[
			`a: &a [${'x,'.repeat(9)}]\n${[...'bcdefg'].map((name, index) => `${name}: &${name} [${`*${'abcdef'[index]},`.repeat(9)}]`).join('\n')}\n`,
			'a.yaml is not YAML that can be read',
		],
		[withSchema('null'), 'spec.versions[v1].schema.openAPIV3Schema'],
		[withSchema('{type: object, properties: {a: null}}'), 'spec.versions[v1].schema.openAPIV3Schema.properties[a] must be a schema, and is null'],
		[withSchema('{type: object, properties: {a: {type: array, items: [{type: string}]}}}'), '.properties[a].items must be a schema'],
		[withSchema('{type: [object, "null"]}'), '.type must be a string, but is ["object","null"]'],
		[withSchema('{type: object, required: x}'), '.required must be a list of names, and is "x"'],
		[withSchema('{type: object, enum: abc}'), '.enum must be a list of values, and is "abc"'],
		[withSchema('{type: object, x-kubernetes-validations: [null]}'), '.x-kubernetes-validations must be a list of rules, and is [null]'],
		[withSchema('{type: object, x-kubernetes-validations: {rule: "true"}}'), '.x-kubernetes-validations must be a list of rules'],
		[crd('../../../../Two', 1), 'spec.names.kind "../../../../Two" is not a name: a DNS-1035 label must consist of'],
		[crd('N*/process.exit(1)/*', 1), 'is not a name'],
		[withSchema('&s {type: object, properties: {a: *s}}'), '.properties[a] contains itself through an alias'],
		[withSchema('{type: object}').replace(/versions:.*/, 'versions: [null]}'), 'no spec.versions with exactly one storage: true'],
	])('refuses %j', async (document, message) => {
		const path = file('a.yaml', document);
		if (typeof document === 'string') writeFileSync(path, document);
		await expect(run(path)).rejects.toThrow(message);
	});

	it('reads a kind in two files once, and refuses different content', async () => {
		await run(file('a.yaml', crd('One', 5)), file('b.yaml', crd('One', 5)));
		expect(said.at(-1)).toBe('1 kinds, 3 files changed');
		await expect(run(file('a.yaml', crd('One', 5)), file('b.yaml', crd('One', 6)))).rejects.toThrow(
			'crd.example.com/One is defined twice with different content',
		);
	});

	it('keeps the version of type files when a group gets another version', async () => {
		await run(file('a.yaml', crd('One', 5)));
		const newer = crd('Two', 5) as unknown as { spec: { versions: { name: string }[] } };
		await run(file('b.yaml', { ...newer, spec: { ...newer.spec, versions: newer.spec.versions.map((version) => ({ ...version, name: 'v2' })) } }));
		expect(readFileSync(spec('crd/group.yaml'), 'utf8')).toMatch(/versions: \[ ?v2, v1 ?\]|- v2\n\s*- v1/);
		expect(readFileSync(spec('crd/types/one.yaml'), 'utf8')).toMatch(/^version: v1\n/);
	});

	it('reports why a built-in kind is not imported', async () => {
		await run(file('a.yaml', crd('Deployment', 5, 'apps')));
		expect(said.find((line) => line.startsWith('error: '))).toMatch(/^error: apps Deployment is not imported: specs\/apps\/deployment.yaml declares it/);
		expect(process.exitCode).toBe(1);
	});
});
