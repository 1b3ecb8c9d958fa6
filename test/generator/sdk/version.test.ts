/** The version of a client package is derived from the names that programs can use. */
import { describe, expect, it } from 'vitest';
import { surfaceOfKinds } from '../../../generator/compat/behaviour.ts';
import { surfaceFile } from '../../../generator/sdk/typescript/files.ts';
import { publicSurface } from '../../../generator/sdk/typescript/public-surface.ts';
import { releaseFiles } from '../../../generator/sdk/typescript/release.ts';
import { changelogText, nextVersion, type PublishedVersion, surfaceChanges } from '../../../generator/sdk/typescript/version.ts';
import type { Field } from '../../../runtime/model/catalog.ts';

function surfaceOf(...texts: readonly string[]) {
	const files = texts.map((content, index) => ({ path: `m${index}.d.ts`, content }));
	return publicSurface(Object.fromEntries(files.map(({ path }, index) => [index === 0 ? '.' : `./m/v${index}`, path])), files);
}

const widget = 'export interface Widget { /** A color. */ color?: "red" | "green"; size: number }';

describe('a surface', () => {
	it('has exports with their members, and no comments', () => {
		expect(surfaceOf(`${widget}\nexport declare const Widget: Resource<Widget>;\ninterface Hidden { a: 1 }`)).toEqual({
			'.': { Widget: { is: 'const Resource<Widget>; interface', members: { color: '?"red" | "green"', size: 'number' } } },
		});
	});

	it('includes re-exports under their exported names', () => {
		const files = [
			{ path: 'index.d.ts', content: "export { a, type B as C } from './lib/other.js';" },
			{ path: 'lib/other.d.ts', content: 'export declare function a<T>(x: T): void;\nexport type B = 1 | 2;\nexport declare const d: 3;' },
		];
		expect(publicSurface({ '.': 'index.d.ts' }, files)).toEqual({ '.': { a: { is: 'function a<T>(x: T): void;' }, C: { is: 'type = 1 | 2' } } });
	});

	it('contains public members of classes, with grouped overloads', () => {
		expect(surfaceOf('export declare class A<T> { private a: 1; protected b(): void; readonly c?: T; constructor(a: T); d(a: 1): 1; d(a: 2): 2; }')).toEqual({
			'.': { A: { is: 'class<T>', members: { c: '?T', constructor: 'constructor(a: T)', d: 'd(a: 1): 1; d(a: 2): 2' } } },
		});
	});
});

describe('a change', () => {
	it.each([
		['nothing but a comment', widget.replace('A color', 'The color'), []],
		['a field that may be left out', widget.replace('size', 'weight?: number; size'), [{ where: 'Widget.weight', what: 'added', breaking: false }]],
		['a field that may not', widget.replace('size', 'weight: number; size'), [{ where: 'Widget.weight', what: 'added', breaking: true }]],
		['a field that is gone', widget.replace('size: number', ''), [{ where: 'Widget.size', what: 'removed', breaking: true }]],
		['a field that may be left out now', widget.replace('size', 'size?'), [{ where: 'Widget.size', what: 'optional', breaking: true }]],
		['a field that cannot be left out any more', widget.replace('color?', 'color'), [{ where: 'Widget.color', what: 'required', breaking: true }]],
		[
			'another value',
			widget.replace('"green"', '"green" | "blue"'),
			[{ where: 'Widget.color', what: 'loosened', breaking: false, from: '"red" | "green"', to: '"red" | "green" | "blue"' }],
		],
		[
			'a value that is gone',
			widget.replace('| "green"', ''),
			[{ where: 'Widget.color', what: 'changed', breaking: true, from: '"red" | "green"', to: '"red"' }],
		],
		['another type', widget.replace('number', 'string'), [{ where: 'Widget.size', what: 'changed', breaking: true, from: 'number', to: 'string' }]],
		['another export', `${widget}\nexport type B = 1;`, [{ where: 'B', what: 'added', breaking: false }]],
		['an export that is gone', '', [{ where: 'Widget', what: 'removed', breaking: true }]],
	])('%s', (_, text, changes) => {
		expect(surfaceChanges(surfaceOf(widget), surfaceOf(text))).toEqual(changes);
	});

	it.each([
		['a member of a client is no burden', 'export interface WidgetClient {}', 'export interface WidgetClient { readonly status: Get<Widget> }', false],
		['another verb', 'export interface WidgetClient extends Get<A> {}', 'export interface WidgetClient extends Get<A>, Update<A> {}', false],
		['a verb that is gone', 'export interface WidgetClient extends Get<A>, Update<A> {}', 'export interface WidgetClient extends Get<A> {}', true],
		['what looks like a union in a text is none', 'export type A = "a|b"', 'export type A = "a|c"', true],
		['a union within', 'export type A = Map<1 | 2, () => 3>', 'export type A = Map<1 | 2, () => 3> | 4', false],
	])('%s', (_, before, after, breaking) => {
		expect(surfaceChanges(surfaceOf(before), surfaceOf(after)).map((change) => change.breaking)).toEqual([breaking]);
	});

	it('of whole modules', () => {
		expect(surfaceChanges(surfaceOf('', widget), surfaceOf('', widget, widget))).toEqual([{ where: 'm/v2', what: 'added', breaking: false }]);
		expect(surfaceChanges(surfaceOf('', widget), surfaceOf(''))).toEqual([{ where: 'm/v1', what: 'removed', breaking: true }]);
	});
});

describe('a version', () => {
	const published = (version: string): PublishedVersion => ({ version, surface: surfaceOf(widget), content: 'one', changelog: [{ version, changes: [] }] });
	const added = `${widget}\nexport type B = 1;`;

	it.each([
		['0.1.0', widget, 'one', '0.1.0'],
		['0.1.0', widget, 'two', '0.1.1'],
		['0.1.0', added, 'two', '0.1.1'],
		['0.1.5', '', 'two', '0.2.0'],
		['1.2.3', widget, 'two', '1.2.4'],
		['1.2.3', added, 'two', '1.3.0'],
		['1.2.3', '', 'two', '2.0.0'],
	])('after %s', (version, text, content, next) => {
		expect(nextVersion(surfaceOf(text), content, published(version))[0].version).toBe(next);
	});

	it('is the first where nothing has been published', () => {
		expect(nextVersion(surfaceOf(widget), 'one', undefined)).toEqual([{ version: '0.1.0', changes: [] }]);
	});

	it.each([
		['0.1.5', '', 'two', '1.0.0', '1.0.0'],
		['0.1.5', widget, 'one', '1.0.0', '1.0.0'],
		['1.2.3', '', 'two', '1.0.0', '2.0.0'],
		['1.2.3', widget, 'one', '1.0.0', '1.2.3'],
		['1.9.0', widget, 'two', '1.10.0', '1.10.0'],
	])('after %s is at least the requested one', (version, text, content, atLeast, next) => {
		expect(nextVersion(surfaceOf(text), content, published(version), atLeast)[0].version).toBe(next);
		expect(nextVersion(surfaceOf(text), content, undefined, atLeast)[0].version).toBe(atLeast);
	});

	it.each(['1', '1.0', '1.0.0-rc.1', '01.0.0', 'one', ''])('is three numbers, and not %j', (version) => {
		expect(() => nextVersion(surfaceOf(widget), 'two', published('0.1.0'), version)).toThrow('is no version of three numbers');
	});

	it('is described by its changes', () => {
		const text = widget.replace('"green"', '"green" | "blue"').replace('size: number', '').replace('}', '; weight?: number }');
		expect(changelogText('widgets', nextVersion(surfaceOf(text), 'two', published('1.0.0')))).toBe(`# Changes of widgets

## 2.0.0

### Breaking

- \`Widget.size\` is gone.

### Added

- \`Widget.weight\` is new.

### Loosened

- \`Widget.color\` was \`"red" | "green"\` and is \`"red" | "green" | "blue"\`.

## 1.0.0

The first version.
`);
		expect(changelogText('widgets', nextVersion(surfaceOf(widget), 'two', published('1.0.0')))).toContain('## 1.0.1\n\nNo name that programs use has changed.');
	});

	it('includes changes of the API that types do not show', () => {
		const api = (spec: readonly Field[]) => surfaceOfKinds([], [{ name: 'm/v1.WidgetSpec', openapi: 'm.v1.WidgetSpec', fields: spec }]);
		const size: Field = { name: 'size', schema: { kind: 'int32' }, number: 1 };
		const facts = { name: 'widgets', atLeast: undefined };
		const files = [{ path: 'm.d.ts', content: widget }];
		const first = releaseFiles({ ...facts, published: undefined, api: api([size]) }, publicSurface({ '.': 'm.d.ts' }, files), files);
		const published = JSON.parse(first.files.find(({ path }) => path === surfaceFile)?.content ?? '') as PublishedVersion;
		const changed = api([{ ...size, default: 3, schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: 9 }] } }]);
		const more = [...files, { path: 'validation.mjs', content: '' }];
		const second = releaseFiles({ ...facts, published: { ...published, version: '1.0.0' }, api: changed }, publicSurface({ '.': 'm.d.ts' }, files), more);
		expect(second.version).toBe('1.1.0');
		expect(second.files.find(({ path }) => path === 'CHANGELOG.md')?.content).toContain(`## 1.1.0

### Of the API

- \`m/v1.WidgetSpec.size\` has a default from now on; is \`3\`.
- \`m/v1.WidgetSpec.size\` must keep a rule from now on: maximum 9.
`);
	});
});
