/** Imports the file of each verb for its row. The module does not depend on specs. */
import { verbRecords, verbs } from '../../../runtime/model/verb.ts';
import type { Emitter } from '../../model.ts';
import { code, docComment, imported, importedType, printModule, property } from '../../print/typescript.ts';

const verbWorks = importedType('VerbWorks', '../runtime/verbs/contract.ts');

export const verbFiles: Emitter = {
	name: 'verbs',
	emit: () => [
		printModule('verbs.ts', [
			code``,
			docComment('Implementation of each verb: the export `verb` of the file in its row of `runtime/model/verb.ts`.'),
			code`export const verbWorks: ${verbWorks} = {`,
			...verbs.map((verb) => code`\t${property(verb, code`${imported('verb', `../runtime/verbs/${verbRecords[verb].file}`, `${verb}Verb`)}`)},`),
			code`};`,
		]),
	],
};
