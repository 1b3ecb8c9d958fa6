/** First spec of a new kind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import { newHook } from '../../../generator/scaffold/hook.ts';
import { type NewKind, newKind } from '../../../generator/scaffold/kind.ts';
import { shop, source } from '../fixture.ts';
import { vocabulary } from '../import/fixture.ts';

const groups = [{ folder: 'shop', group: 'shop.example.com', versions: ['v1', 'v1beta1'] }];
const make = (kind: string, group: string, more: Partial<NewKind> = {}) => newKind({ kind, group, scope: 'Cluster', groups, ...more });

function check(made: ReturnType<typeof newKind>): string[] {
	const files = [made.spec, ...(made.group === undefined ? [] : [made.group])].map((file) => source(file.path, file.content));
	return makeModel([...shop, ...files]).diagnostics.map((one) => one.message);
}

describe('a new kind', () => {
	it('passes the check in a group of its own', () => {
		const made = make('Widget', 'things.example.com');
		expect(made.group?.path).toBe('things/group.yaml');
		expect(check(made)).toEqual([]);
	});

	it('called Group leaves the file of its group unchanged', () => {
		const made = make('Group', 'people.example.com');
		expect([made.spec.path, made.group?.path]).toEqual(['people/group-kind.yaml', 'people/group.yaml']);
		expect(check(made)).toEqual([]);
		expect(make('Group', 'shop.example.com').spec.path).toBe('shop/group-kind.yaml');
	});

	it('joins a group that is there', () => {
		const made = make('Shelf', 'shop.example.com');
		expect([made.spec.path, made.group]).toEqual(['shop/shelf.yaml', undefined]);
		expect(check(made)).toEqual([]);
		expect(() => make('Shelf', 'shop.example.com', { version: 'v2' })).toThrow(
			'has no version v2: give --api-version v1 or v1beta1, or add it to shop/group.yaml',
		);
	});

	it('is in v1 by default, or in the preferred version of a group without v1', () => {
		expect([make('Widget', 'things.example.com').version, make('Shelf', 'shop.example.com').version]).toEqual(['v1', 'v1']);
		const young = { folder: 'young', group: 'young.example.com', versions: ['v2beta1', 'v1alpha1'] };
		const made = make('Shelf', 'young.example.com', { groups: [...groups, young] });
		expect([made.version, made.spec.content]).toEqual(['v2beta1', expect.stringContaining('{name: v2beta1, storage: true}')]);
	});

	it('uses another folder if the first part of its group is taken', () => {
		const made = make('Shelf', 'shop.example.org');
		expect(made.spec.path).toBe('shop-example-org/shelf.yaml');
		expect(check(made)).toEqual([]);
	});

	it('joins the group without a name by that of its folder', () => {
		const core = { folder: 'core', group: '', versions: ['v1'] };
		const made = make('Thing', 'core', { groups: [...groups, core] });
		expect([made.spec.path, made.group]).toEqual(['core/thing.yaml', undefined]);
		const named = make('Thing', 'core', { groups: [...groups, core, { folder: 'other', group: 'core', versions: ['v1'] }] });
		expect(named.spec.path).toBe('other/thing.yaml');
	});

	it('joins a group that is named in the words of a vocabulary', () => {
		const storage = { folder: 'storage', group: 'storage.{groupDomain}', versions: ['v1'] };
		expect(make('Disk', 'storage.k8s.io', { groups: [...groups, storage], vocabularies: [vocabulary] }).spec.path).toBe('storage/disk.yaml');
		expect(make('Disk', 'disks.k8s.io', { groups: [...groups, storage], vocabularies: [vocabulary] }).group?.content).toContain('group: disks.k8s.io');
	});

	it.each([
		['shop', 'shop-2'],
		['vocabulary.example.com', 'vocabulary-example-com'],
		['vocabulary', 'vocabulary-2'],
	])('uses a separate folder for the group %s', (group, folder) => {
		const made = make('Shelf', group);
		expect(made.group?.path).toBe(`${folder}/group.yaml`);
		expect(check(made)).toEqual([]);
	});

	it('writes the group by role', () => {
		const made = make('Shelf', 'shelves.{groupDomain}');
		expect(made.group?.content).toContain('group: "shelves.{groupDomain}"');
		expect(check(made)).toEqual([]);
	});

	it.each([
		['Box', 'boxes'],
		['Policy', 'policies'],
		['Key', 'keys'],
		['Widget', 'widgets'],
	])('called %s is %s in URLs', (kind, plural) => {
		expect(make(kind, 'x.example.com').spec.content).toContain(`names: {plural: ${plural}}`);
	});
});

describe('a new hook file', () => {
	it('of a kind that is not stored has only its handler', () => {
		const { content } = newHook({ kind: 'Review', key: 'backup/reviews', answers: [{ member: 'computes', subresource: '' }] });
		expect(content.slice(0, content.indexOf('import'))).toBe('/** Hooks of Review. */\n');
		expect(content).toContain("'': () => {");
	});

	it('refuses nothing', () => {
		const { path, content } = newHook({ kind: 'Backup', key: 'backup/backups' });
		expect(path).toBe('hooks/backup.ts');
		expect(content).toContain("import type { Hooks } from './orch/hook.ts';");
		expect(content).toContain('validate: () => [],');
	});

	it('names every available hook with its purpose', () => {
		const { content } = newHook({ kind: 'Backup', key: 'backup/backups', columns: ['Size'] });
		const declared = readFileSync(join(import.meta.dirname, '../../../runtime/api/hooks.ts'), 'utf8');
		const [, body = ''] = /export interface KindHooks.*?\{\n(.*?)\n\}/s.exec(declared) ?? [];
		const names = [...body.matchAll(/^\t(\w+)\?\(/gm)].map(([, name]) => name);
		expect(names).toContain('prepareForCreate');
		expect([...content.matchAll(/^ \* - (\w+)\(.*\): [A-Z].*\.$/gm)].map(([, name]) => name)).toEqual(names);
	});

	it('has the cells of computed columns, if there are any', () => {
		const { content } = newHook({ kind: 'Backup', key: 'backup/backups', columns: ['Size', "Owner's name"] });
		expect(content).toContain("\tcells: () => ({\n\t\tSize: null,\n\t\t'Owner\\'s name': null,\n\t}),\n");
		expect(content).not.toContain('validate: ');
		expect(newHook({ kind: 'Backup', key: 'backup/backups' }).content).not.toContain('cells');
	});

	it('has both directions of a converted version, which refuse until they are written', () => {
		const way = (name: string): string =>
			`\t\t\t${name}: () => {\n\t\t\t\tthrow new ApiError('ServiceUnavailable', 'the conversion of v2 is not implemented yet');\n\t\t\t},\n`;
		const { content } = newHook({ kind: 'Backup', key: 'backup/backups', converted: ['v2'] });
		expect(content).toContain("import { ApiError, type Hooks } from './orch/hook.ts';");
		expect(content).toContain(`\tconvert: {\n\t\tv2: {\n${way('toStorage')}${way('fromStorage')}\t\t},\n\t},\n`);
	});

	it('has every required handler, which refuses until it is written', () => {
		const answers = [
			{ member: 'computes', subresource: 'key' },
			{ member: 'connects', subresource: 'log' },
			{ member: 'connects', subresource: 'port-forward' },
		] as const;
		const refusing = (name: string): string => `() => {\n\t\t\tthrow new ApiError('ServiceUnavailable', '${name} is not implemented yet');\n\t\t},`;
		const { content } = newHook({ kind: 'Door', key: 'house/doors', answers });
		expect(content.slice(content.indexOf('import'))).toBe(`import { ApiError, type Hooks } from './orch/hook.ts';

export const hooks: Hooks['house/doors'] = {
	computes: {
		key: ${refusing('key')}
	},
	connects: {
		log: ${refusing('log')}
		'port-forward': ${refusing('port-forward')}
	},
};
`);
	});
});
