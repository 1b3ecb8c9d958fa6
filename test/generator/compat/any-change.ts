/** Invariants of spec changes: every change of a promise is classified, and descriptions promise nothing. */
import { expect } from 'vitest';
import { compareWithLocks } from '../../../generator/compat/compare.ts';
import { printLock } from '../../../generator/compat/lock/lock.ts';
import { makeModel, nothingRead } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { mutationsOf } from '../mutations.ts';
import { lockOf, replaced, shop } from './locked.ts';

/** Replacement values that fit their positions, so that most mutated specs stay valid. */
const words: readonly (readonly [RegExp, readonly string[]])[] = [
	[/\bprotobuf: \d+/g, ['protobuf: 77', '']],
	[/\btype: (string|integer|boolean|quantity)\b/g, ['type: string', 'type: integer', 'type: boolean', 'type: number', 'type: any', 'type: time']],
	[/\b(minimum|default|maxLength): \d+/g, ['$1: 2', '$1: 3', '']],
	[/\bintroduced: "[\d.]+"/g, ['introduced: "1.20"', 'introduced: "1.25"', 'introduced: "1.22", removed: "1.29"', '']],
	[/\blistType: \w+/g, ['listType: atomic', 'listType: set']],
	[/\bimmutable: (true|false)/g, ['immutable: true', 'immutable: false']],
	[/\bpresence: \w+/g, ['presence: always', 'presence: optional', 'presence: nullable']],
	[/\bmembers: \w+/g, ['members: exactlyOne', 'members: atMostOne', 'members: described']],
	[/\bscope: \w+/g, ['scope: Cluster', 'scope: Namespaced\ngeneration: false']],
	[/\bgate: \w+/g, ['', 'gate: FineGrain']],
	[/\bdescription: [^,}\n]+/g, ['description: Something else.']],
	[
		/\{(?=type:)/g,
		[
			'{deprecated: "do not", ',
			'{enum: [a, b], ',
			'{immutable: true, ',
			'{mayBeEmpty: true, ',
			'{nullable: true, ',
			'{presence: always, ',
			'{pattern: "^a", ',
			'{writeOnly: true, ',
		],
	],
	[/\bproperties:\n/g, ['properties:\n        extra: {type: string}\n', 'properties:\n      extra: {type: string}\n']],
	[/^( *)(\w+): \{.*\}\n/gm, ['', '$1$2s: {type: string}\n']],
	[/\bname: v1beta1\b/g, ['name: v1beta1, deprecated: "1.22"', 'name: v1beta1\n    deprecated: "1.22"\n    removed: "1.29"']],
];

/** Returns the specs with one piece of one file changed. */
function pieces(): SpecSource[] {
	return shop.flatMap((file) =>
		words.flatMap(([pattern, texts]) =>
			[...file.text.matchAll(pattern)].flatMap((match) =>
				texts.map((text) => ({
					...file,
					text:
						file.text.slice(0, match.index) +
						match[0].replace(new RegExp(pattern.source, pattern.flags.replace('g', '')), text) +
						file.text.slice(match.index + match[0].length),
				})),
			),
		),
	);
}

/** Returns sources with one changed file each; `count` limits each sort. */
export function changedFiles(count?: number): SpecSource[] {
	const all = pieces();
	const step = Math.max(1, Math.ceil(all.length / (count ?? all.length)));
	return [...all.filter((_, index) => index % step === 0), ...mutationsOf(shop, count === undefined ? {} : { count }).map(({ source }) => source)];
}

/** Removes introductions in the oldest release from a lock, since such promises count as always present. */
function sinceOldest(lock: string): string {
	return lock.replaceAll('"introduced": "1.20"', '');
}

/** Checks the files that are still valid specs; returns their number and how many change a promise. */
export function checkChanges(files: readonly SpecSource[]): { readonly specs: number; readonly changed: number } {
	const lock = lockOf(shop);
	const cache = nothingRead();
	let [specs, changed] = [0, 0];
	for (const file of files) {
		const sources = replaced(shop, file);
		const { model, promised } = makeModel([...sources, lock], cache);
		if (model === undefined || promised === undefined) continue;
		specs++;
		const [root] = compareWithLocks(model, promised).roots;
		const changes = root?.changes ?? [];
		const isSame = root !== undefined && sinceOldest(printLock(root.next)) === sinceOldest(lock.text);
		const differs = changes.length > 0;
		expect(differs, file.text).toBe(!isSame);
		for (const change of changes) {
			expect(change.message).not.toBe('');
			expect(change.position, change.where).toBeDefined();
			if (change.rule !== undefined) expect(change.breaking).toBe(true);
		}
		if (differs) changed++;
	}
	return { specs, changed };
}
