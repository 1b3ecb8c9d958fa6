/** The locked shop of the fixture, and its reported changes after edits of some files. */
import { type Comparison, compareWithLocks } from '../../../generator/compat/compare.ts';
import { printLock } from '../../../generator/compat/lock/lock.ts';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { base, edited, product, shop, source } from '../fixture.ts';

export function comparisonOf(sources: readonly SpecSource[]): Comparison {
	const { model, promised, diagnostics } = makeModel(sources);
	if (model === undefined || promised === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	return compareWithLocks(model, promised);
}

/** Returns the lock that `orch lock` would write. */
export function lockOf(sources: readonly SpecSource[]): SpecSource {
	const [root] = comparisonOf(sources).roots;
	if (root === undefined) throw new Error('there is no spec root');
	return source('api.lock.yaml', printLock(root.next));
}

export function replaced(sources: readonly SpecSource[], ...files: readonly SpecSource[]): SpecSource[] {
	const paths = new Set(files.map(({ path }) => path));
	return [...sources.filter(({ path }) => !paths.has(path)), ...files];
}

/** Returns the changes as `where sort`, followed by the broken rule. */
export function changesOf(before: readonly SpecSource[], now: readonly SpecSource[]): string[] {
	return comparisonOf([...now, lockOf(before)]).roots.flatMap(({ changes }) =>
		changes.map(({ where, sort, rule }) => `${where} ${sort}${rule === undefined ? '' : ` !${rule}`}`),
	);
}

/** Returns the changes caused by an edit of the product's text. */
export function productChanges(from: string, to: string): string[] {
	return changesOf(shop, replaced(shop, source('shop/product.yaml', edited(from, to))));
}

/** Returns a release calendar with dates and the given gates. */
export function calendar(gates = '{}', releases = '["1.20", "1.21", "1.22", "1.23", "1.24", "1.25", "1.26"]'): SpecSource {
	return source(
		'releases.yaml',
		`default: "1.25"
releases: ${releases}
dates: {"1.19": "2020-08-26", "1.20": "2020-12-08", "1.21": "2021-04-08", "1.22": "2021-08-04", "1.23": "2021-12-07", "1.24": "2022-05-03", "1.25": "2022-08-23", "1.26": "2022-12-09"}
gates: ${gates}
`,
	);
}

/** Returns a kind in a separate group, with these versions and spec fields. */
export function bell({ versions, groupVersions, gates, fields = 'tone: {type: string, protobuf: 1}', rest = '' }: BellOptions): SpecSource[] {
	return [
		...base.filter(({ path }) => path !== 'releases.yaml'),
		calendar(gates),
		source('bells/group.yaml', `group: bells.example.com\nversions: [${groupVersions.join(', ')}]\n`),
		source(
			'bells/bell.yaml',
			`kind: Bell
names: {plural: bells}
scope: Namespaced
versions:
${versions.map((version) => `  - ${version}\n`).join('')}schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      properties:
        ${fields}
${rest}`,
		),
	];
}

export interface BellOptions {
	/** Versions, each as a flow map. */
	readonly versions: readonly string[];
	readonly groupVersions: readonly string[];
	readonly gates?: string;
	readonly fields?: string;
	readonly rest?: string;
}

export { edited, product, shop, source };
