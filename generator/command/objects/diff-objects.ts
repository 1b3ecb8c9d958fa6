/** `orch diff --objects`: compares specs with stored objects, and with the locks that promise their API. */
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { jsonOf, type Outcome, outcomeOf, type StoredReport, textOf } from '../../stored/report.ts';
import { besideLocks, type SpecLockInput, type SpecsBesideLocks } from '../../stored/specs-beside-locks.ts';
import { printDiagnostics } from '../output.ts';
import { convertersOf } from './converters.ts';
import { inDataDir } from './data-dir.ts';
import { readObjects } from './read-objects.ts';
import { inServer } from './server.ts';
import type { Taking } from './stored-in.ts';

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
	if (kubeconfig !== undefined && !isServer) throw new Error(`--kubeconfig selects the credentials for a server, but --objects ${objects} is a folder`);
	const converters = await convertersOf({ model, roots });
	if ('diagnostics' in converters) {
		printDiagnostics(converters.diagnostics);
		return 'unknown';
	}
	const stored = isServer ? inServer(objects, kubeconfig) : inDataDir(objects);
	const begin = (words: Vocabulary): SpecLockInput => besideLocks(specs, words, { converters: converters.byVocabulary.get(words.name) ?? {}, all });
	const { comparison, places } = await readObjects(stored, (words) => taking(begin(words)), model.vocabularies);
	const report: StoredReport = { source: stored.name, comparison, places, all };
	console.log(json ? JSON.stringify(jsonOf(report), undefined, '\t') : textOf(report));
	return outcomeOf(comparison);
}

function taking(comparing: SpecLockInput): SpecLockInput & Taking {
	const { comparison } = comparing;
	return {
		...comparing,
		take: (object) => comparison.take(object),
		takeUnreadable: (resource, reason) => comparison.takeUnreadable(resource, reason),
	};
}
