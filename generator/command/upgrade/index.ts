/** `orch upgrade check`: reports what depends on the parts of the API that a release removes. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { inVocabulary } from '../../emit/sdk/surface.ts';
import type { Model } from '../../model.ts';
import { AuditedClients, metricFindings } from '../../upgrade/clients.ts';
import type { UpgradeFinding } from '../../upgrade/finding.ts';
import { ObjectDependencies } from '../../upgrade/objects.ts';
import { type ReleasePair, ReleasesCompared } from '../../upgrade/releases-compared.ts';
import { jsonOf, textOf } from '../../upgrade/report.ts';
import { ruleFindings } from '../../upgrade/rules.ts';
import { convertersOf, type MadeConverters } from '../objects/converters.ts';
import { inDataDir } from '../objects/data-dir.ts';
import { readObjects } from '../objects/read-objects.ts';
import { askServer, inServer } from '../objects/server.ts';
import type { StoredIn, Taking } from '../objects/stored-in.ts';
import { collect, printDiagnostics } from '../output.ts';
import { serverCommandLine } from '../server-flags.ts';
import { generateCached } from '../spec-cache.ts';
import { displayName, readSources, specRoots } from '../spec-roots.ts';
import { lines } from './lines.ts';

interface Options {
	readonly to?: string;
	readonly toProduct?: string;
	readonly from?: string;
	readonly fromProduct?: string;
	readonly specs?: readonly string[];
	readonly vocabulary?: string;
	readonly objects?: string;
	readonly kubeconfig?: string;
	readonly auditLog?: readonly string[];
	readonly metrics?: readonly string[];
	readonly json?: true;
}

/** Exit codes for scripts, as those of `orch diff`. */
const exits = { fine: 0, breaks: 2, failed: 3 } as const;

export function addUpgradeCommand(program: Command): void {
	program
		.command('upgrade')
		.description('prepare an upgrade to another release')
		.command('check')
		.description('report the stored objects, flags, gates, webhooks, policies and clients that depend on features removed in a release')
		.argument('[flags...]', 'flags of the server, after --')
		.option('--to <release>', 'release to emulate after the upgrade (default: the current release)')
		.option('--to-product <release>', 'release of the product after the upgrade, if the specs have their own calendar')
		.option('--from <release>', 'present release (default: that of the server, or of its flags)')
		.option('--from-product <release>', 'present release of the product (default: that of the flags)')
		.option('--specs <dir>', 'directory of specs to add to the built-in ones; repeatable (default: specs, if it exists)', collect)
		.option('--vocabulary <name>', 'vocabulary of the flags, logs and metrics, if no objects are examined')
		.option(
			'--objects <place>',
			"examine stored objects: the server's data directory (running or stopped), or its https:// address, whose metrics are read too",
		)
		.option('--kubeconfig <file>', 'kubeconfig to read the objects of a server with (default: $KUBECONFIG, or .orch/kubeconfig)')
		.option('--audit-log <file>', 'examine an audit log: events as JSON lines; repeatable', collect)
		.option('--metrics <file>', 'examine a saved page of /metrics; repeatable', collect)
		.option('--json', 'write the result as JSON')
		.addHelpText('after', '\nExit codes: 0 compatible, 2 incompatible, 3 the check failed.')
		.action(async (flags: readonly string[], options: Options) => {
			try {
				process.exitCode = await check(options, flags);
			} catch (error) {
				console.error(`error: ${error instanceof Error ? error.message : error}`);
				process.exitCode = exits.failed;
			}
		});
}

async function check(options: Options, flags: readonly string[]): Promise<number> {
	const { objects, kubeconfig, auditLog = [], metrics = [], json } = options;
	if (options.to === undefined && options.toProduct === undefined) throw new Error('name the release to check: --to RELEASE, or --to-product RELEASE');
	if (objects === undefined && auditLog.length + metrics.length + flags.length === 0)
		throw new Error('nothing to examine: give --objects, --audit-log, --metrics, or flags of the server after --');
	const isServer = objects !== undefined && /^https?:\/\//.test(objects);
	if (kubeconfig !== undefined && !isServer) throw new Error('--kubeconfig selects the credentials for a server: give its address with --objects');
	const roots = await specRoots(options.specs ?? []);
	const { model, diagnostics } = await generateCached({ sources: await readSources(roots), emitters: [] });
	printDiagnostics(diagnostics);
	if (model === undefined) return exits.failed;
	const converters = await convertersOf({ model, roots });
	if ('diagnostics' in converters) {
		printDiagnostics(converters.diagnostics);
		return exits.failed;
	}
	const server = isServer ? await askServer(objects, kubeconfig) : undefined;
	const pairs = await pairsOf(model, options, flags, server?.release);
	const examination: Examination = { ...pairs, model, converters };
	const stored = objects === undefined ? undefined : isServer ? inServer(objects, kubeconfig) : inDataDir(objects);
	const examined = await examine(stored, examination, options.vocabulary);
	const { releases } = examined;
	const findings: UpgradeFinding[] = [...examined.findings];
	const commandLine = await serverCommandLine();
	for (const { flag, problem, breaks } of commandLine.flagProblems(flags, releases)) findings.push({ subject: 'flag', name: flag, problem, breaks });
	for (const path of auditLog) findings.push(...(await inAuditLog(path, releases)));
	const pages = await Promise.all(metrics.map((path) => readFile(path, 'utf8')));
	for (const page of [...pages, ...(server === undefined ? [] : [server.metrics])]) findings.push(...metricFindings(page, releases));
	const sources = [...(stored === undefined ? [] : [stored.name]), ...(flags.length === 0 ? [] : ['its flags']), ...[...auditLog, ...metrics].map(displayName)];
	const report = { ...pairs, examined: sources, findings };
	console.log(json ? JSON.stringify(jsonOf(report), undefined, '\t') : textOf(report));
	return findings.some(({ breaks }) => breaks) ? exits.breaks : exits.fine;
}

interface Examination {
	readonly from: ReleasePair;
	readonly to: ReleasePair;
	readonly model: Model;
	readonly converters: Extract<MadeConverters, { readonly byVocabulary: object }>;
}

async function pairsOf(model: Model, options: Options, flags: readonly string[], ofServer: string | undefined): Promise<Pick<Examination, 'from' | 'to'>> {
	const { release, product } = model.catalog;
	const asked = (await serverCommandLine()).releasesOf(flags);
	const from = options.from ?? asked.emulatedVersion ?? ofServer ?? release;
	const fromProduct = options.fromProduct ?? asked.emulatedProductVersion ?? product?.release;
	return { from: { release: from, product: fromProduct }, to: { release: options.to ?? from, product: options.toProduct ?? fromProduct } };
}

interface Examined {
	readonly releases: ReleasesCompared;
	readonly findings: readonly UpgradeFinding[];
}

async function examine(stored: StoredIn | undefined, { model, from, to, converters }: Examination, vocabulary: string | undefined): Promise<Examined> {
	const compared = (words: Vocabulary) => new ReleasesCompared(inVocabulary(model.catalog, words), from, to);
	if (stored === undefined) {
		const words = vocabulary === undefined ? model.vocabularies[0] : model.vocabularies.find(({ name }) => name === vocabulary);
		if (words === undefined)
			throw new Error(`--vocabulary: unknown vocabulary ${vocabulary}; the specs have ${model.vocabularies.map(({ name }) => name).join(', ')}`);
		return { releases: compared(words), findings: [] };
	}
	const begin = (words: Vocabulary): Taking & { readonly releases: ReleasesCompared; readonly findings: () => readonly UpgradeFinding[] } => {
		const releases = compared(words);
		const dependencies = new ObjectDependencies(releases, converters.byVocabulary.get(words.name) ?? {});
		const ofRules: UpgradeFinding[] = [];
		return {
			releases,
			findings: () => [...dependencies.findings(), ...ofRules],
			resourceOf: (group, plural) =>
				releases.ever.kinds.find((kind) => kind.plural === plural && kind.versions.some((version) => version.group === group))?.storageName,
			take(object) {
				dependencies.take(object);
				ofRules.push(...ruleFindings(object, releases));
			},
			takeUnreadable: (resource, reason) => dependencies.takeUnreadable(resource, reason),
		};
	};
	const { releases, findings } = await readObjects(stored, begin, model.vocabularies);
	return { releases, findings: findings() };
}

async function inAuditLog(path: string, releases: ReleasesCompared): Promise<readonly UpgradeFinding[]> {
	const clients = new AuditedClients(releases);
	for await (const line of lines(path)) clients.take(line);
	if (clients.unreadable > 0) console.error(`warning: ${displayName(path)}: ${clients.unreadable} lines contain no audit event`);
	return clients.findings();
}
