/** Descriptions of types and fields, apart from the descriptors so that only who shows them loads them. */
import type { Emitter } from '../model.ts';
import { code, importedType, printModule, property } from '../print/typescript.ts';

export const docs: Emitter = {
	name: 'docs',
	emit({ docs: all }) {
		const described = Object.entries(all).filter(([, texts]) => Object.keys(texts).length > 0);
		return [
			printModule('docs.ts', [
				code`export const docs: ${importedType('TypeDocs', '../runtime/schema/model.ts')} = {`,
				...described.map(([type, texts]) => code`\t${property(type, texts)},`),
				code`};`,
			]),
		];
	},
};
