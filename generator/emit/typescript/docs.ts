/** Descriptions of types and fields. They are separate from the descriptors, so that only code that shows them loads them. */
import type { Catalog, TypeDocs, TypeName } from '../../../runtime/model/catalog.ts';
import { typeIn } from '../../../runtime/schema/properties.ts';
import type { Emitter, Model } from '../../model.ts';
import { code, importedType, printModule, property } from '../../print/typescript.ts';

export const docs: Emitter = {
	name: 'docs',
	emit(model) {
		const described = Object.entries(servedDocs(model)).filter(([, texts]) => Object.keys(texts).length > 0);
		return [
			printModule('docs.ts', [
				code`export const docs: ${importedType('TypeDocs', '../runtime/model/catalog.ts')} = {`,
				...described.map(([type, texts]) => code`\t${property(type, texts)},`),
				code`};`,
			]),
		];
	},
};

/**
 * Returns the descriptions for served documents. Clients show the text of a field followed by that of its type. A type declared in place
 * has the same text for both, so only the text of the field is kept.
 */
export function servedDocs({ catalog, docs: all }: Pick<Model, 'catalog' | 'docs'>): TypeDocs {
	const holders = fieldsHolding(catalog, all);
	return Object.fromEntries(
		Object.entries(all).map(([type, { '': own, ...fields }]) => {
			const texts = holders.get(type) ?? [];
			const isSaid = own !== undefined && texts.includes(own.trim()) && !texts.includes('');
			return [type, own === undefined || isSaid ? fields : { '': own, ...fields }];
		}),
	);
}

/** Returns the texts of the fields that have each type. A field without a description has an empty text. */
function fieldsHolding(catalog: Catalog, all: TypeDocs): ReadonlyMap<TypeName, readonly string[]> {
	const holders = new Map<TypeName, string[]>();
	for (const name of catalog.typeNames) {
		for (const { name: field, schema } of catalog.type(name).fields) {
			const held = typeIn(schema);
			if (held === undefined) continue;
			const texts = holders.get(held) ?? [];
			holders.set(held, texts);
			texts.push(all[name]?.[field]?.trim() ?? '');
		}
	}
	return holders;
}
