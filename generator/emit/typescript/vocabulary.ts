/** Words of the vocabulary, emitted once. All other modules have placeholders. A bundle for another vocabulary replaces this file. */
import type { Emitter } from '../../model.ts';
import { code, imported, importedType, type Literal, literal, printModule } from '../../print/typescript.ts';

const vocabularyModule = '../runtime/model/vocabulary.ts';
const placeholders = imported('placeholders', vocabularyModule);

export const vocabulary: Emitter = {
	name: 'vocabulary',
	emit({ vocabularies: [first] }) {
		if (first === undefined) throw new Error('a model has at least one vocabulary');
		return [
			printModule('vocabulary.ts', [
				code`export const vocabulary: ${importedType('Vocabulary', vocabularyModule)} = ${literal(first as unknown as Literal)};`,
				code``,
				code`/** Derived names by role: {Product}, {PRODUCT}, {groupDomainReversed}. */`,
				code`export const words: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(${placeholders}).map(([role, say]) => [role, say(vocabulary)]));`,
			]),
		];
	},
};
