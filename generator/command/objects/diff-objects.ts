/** `orch diff --objects`: compares specs with stored objects, and with the locks that promise their API. */
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { jsonOf, type Outcome, outcomeOf, type StoredReport, textOf } from '../../stored/report.ts';
import { besideLocks, type SpecLockInput, type SpecsBesideLocks } from '../../stored/specs-beside-locks.ts';
import { printDiagnostics } from '../output.ts';
import { convertersOf } from './converters.ts';
import { inDataDir } from './data-dir.ts';
import { Progress } from './progress.ts';
import { inServer } from './server.ts';
import type { SpokenThere, StoredIn } from './stored-in.ts';

export interface ObjectsOptions {
	/** Data directory, or URL of a server. */
	readonly objects: string;
	readonly kubeconfig: string | undefined;
	readonly json: boolean;
	/** Lists every object by name. */
	readonly all: boolean;
}

export interface DiffedSpecs extends SpecsBesideLocks {
	readonly roots: readonly string[];
}

/** Prints the report. Rejects with an Error of one sentence when a comparison is impossible. */
export async function diffObjects(specs: DiffedSpecs, { objects, kubeconfig, json, all }: ObjectsOptions): Promise<Outcome> {
	const { model, roots } = specs;
	const isServer = /^https?:\/\//.test(objects);
	if (kubeconfig !== undefined && !isServer) throw new Error(`--kubeconfig says as whom a server is asked, and --objects ${objects} is a folder`);
	const converters = await convertersOf({ model, roots });
	if ('diagnostics' in converters) {
		printDiagnostics(converters.diagnostics);
		return 'unknown';
	}
	const stored = isServer ? inServer(objects, kubeconfig) : inDataDir(objects);
	const begin = (words: Vocabulary): SpecLockInput => besideLocks(specs, words, { converters: converters.byVocabulary.get(words.name) ?? {}, all });
	const { comparison, places } = await read(stored, begin, model.vocabularies);
	const report: StoredReport = { source: stored.name, comparison, places, all };
	console.log(json ? JSON.stringify(jsonOf(report), undefined, '\t') : textOf(report));
	return outcomeOf(comparison);
}

async function read(stored: StoredIn, begin: (words: Vocabulary) => SpecLockInput, vocabularies: readonly Vocabulary[]): Promise<SpecLockInput> {
	const progress = new Progress(process.stderr);
	let comparing: SpecLockInput | undefined;
	try {
		await stored.read((there) => {
			comparing = begin(wordsOf(there, vocabularies, stored.name));
			const { comparison, resourceOf } = comparing;
			return {
				resourceOf,
				take(object) {
					comparison.take(object);
					progress.step();
				},
				takeUnreadable: (resource, reason) => comparison.takeUnreadable(resource, reason),
			};
		});
	} finally {
		progress.end();
	}
	if (comparing === undefined) throw new Error(`${stored.name}: nothing could be read there`);
	return comparing;
}

function wordsOf({ vocabulary, groups = [] }: SpokenThere, vocabularies: readonly Vocabulary[], where: string): Vocabulary {
	const named =
		vocabulary === undefined
			? vocabularies.find(({ groupDomain }) => groups.some((group) => group.endsWith(`.${groupDomain}`)))
			: vocabularies.find(({ name }) => name === vocabulary);
	if (named !== undefined) return named;
	const there = vocabularies.map(({ name }) => name).join(', ');
	throw new Error(
		`${where} speaks ${vocabulary === undefined ? 'no vocabulary that is known here' : `the vocabulary ${JSON.stringify(vocabulary)}`}: the specs have ${there}`,
	);
}
