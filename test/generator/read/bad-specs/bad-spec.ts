/** Building blocks of bad-spec cases. */
import type { SpecSource } from '../../../../generator/read/source/spec-file.ts';
import { edited, source } from '../../fixture.ts';

/** The mistake, the replaced files, and the first line of each finding (without the word "error"). */
export type BadSpec = readonly [what: string, files: readonly SpecSource[], findings: readonly string[]];

/** Returns the product's spec with one piece replaced. */
export const p = (from: string, to: string): SpecSource[] => [source('shop/product.yaml', edited(from, to))];
export const parts = (text: string): SpecSource[] => [source('shop/types/parts.yaml', text)];

/** Returns the product with these subresources in addition to its status. */
export const sub = (...others: string[]): SpecSource[] => [
	...p('  status: {}\n', `  status: {}\n  other: [${others.join(', ')}]\n`),
	source('shop/types/sale.yaml', 'types:\n  Sale: {type: object, properties: {price: {type: integer, protobuf: 2}}}\n'),
];
/** Returns a kind that is not stored. */
export const review = (words: string): SpecSource[] => [
	source(
		'shop/review.yaml',
		`kind: Review\nnames: {plural: reviews}\nscope: Cluster\nstored: false\n${words}versions: [{name: v1, storage: true}]\nschema: {type: object}\n`,
	),
];
export const declaredOf = 'the input, output and options of a subresource must be a kind, or a type in types/';
