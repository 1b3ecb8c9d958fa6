/** Descriptions of types and fields, apart from the descriptors so that only who shows them loads them. */
import type { Emitter } from '../model.ts';
import { code, importedType, literal, printModule } from '../print/typescript.ts';

export const docs: Emitter = {
	name: 'docs',
	emit({ docs: all }) {
		const described = Object.entries(all).filter(([, texts]) => Object.keys(texts).length > 0);
		return [
			printModule('docs.ts', [
				code`export const docs: ${importedType('TypeDocs', '../runtime/schema/model.ts')} = {`,
				...described.map(([type, texts]) => code`\t${literal(type)}: ${literal(texts)},`),
				code`};`,
			]),
		];
	},
};
