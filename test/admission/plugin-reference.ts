/** Renders the reference page of admission plugins from their rows. `vitest -u` writes it. */
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { earliest, pluginsInForce, pluginsOf, rangeText } from '../../runtime/admission/enabled.ts';
import type { Release } from '../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';

/** Returns the page. `releases`: all releases, the oldest first. */
export function pluginReference(plugins: readonly AdmissionPlugin[], releases: readonly Release[], vocabulary: Vocabulary): string {
	return [
		'<!-- Generated from the rows of the plugins. Update with `npx vitest run --project unit test/admission/plugins.test.ts -u`. -->',
		'# Admission plugins of each release',
		'This page lists the plugins of each release in the order in which they run. [Admission plugins](../../docs/guide/admission.md) says what they do. Names of groups are those of `--vocabulary kubernetes`.',
		'## All plugins',
		table(
			['plugin', 'releases', 'on by default', 'operations', 'resources', 'section of the configuration file', 'flags'],
			plugins.map((plugin) => [
				`\`${plugin.name}\``,
				releasesOf(plugin),
				byDefault(plugin),
				plugin.operations.join(', '),
				codes(plugin.only?.(vocabulary) ?? []) || 'all',
				sectionOf(plugin, releases, vocabulary),
				codes((plugin.flags ?? []).map(({ name }) => `--${name}`)),
			]),
		),
		'## By release',
		`With \`Node\` among the authorization modes, NodeRestriction is on as well.`,
		...releases.toReversed().map((release) => listOf(release, plugins)),
	].join('\n\n');
}

function listOf(release: Release, plugins: readonly AdmissionPlugin[]): string {
	const on = new Set(pluginsInForce({}, release, plugins));
	const all = pluginsOf(release, plugins);
	const names = (isOn: boolean): string => codes(all.filter((plugin) => on.has(plugin) === isOn).map(({ name }) => name));
	return `### ${release}\n\n- On: ${names(true)}\n- Off: ${names(false)}`;
}

function releasesOf({ exists }: AdmissionPlugin): string {
	return rangeText(exists) || 'all';
}

function byDefault({ exists, onByDefault, onWithMode }: AdmissionPlugin): string {
	if (onWithMode !== undefined) return `with the mode ${onWithMode}`;
	if (onByDefault === 'never') return 'no';
	return rangeText({ ...onByDefault, from: onByDefault.from === exists?.from ? earliest : onByDefault.from }) || 'yes';
}

/** Lists the API versions and kinds that some release accepts. */
function sectionOf({ configuration }: AdmissionPlugin, releases: readonly Release[], vocabulary: Vocabulary): string {
	if (configuration === undefined) return '';
	const known = releases.flatMap((release) => configuration.kinds?.({ vocabulary, release, folder: '' }) ?? []);
	return codes([...new Set(known.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))]) || 'without a kind';
}

function codes(names: readonly string[]): string {
	return names.map((name) => `\`${name}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
