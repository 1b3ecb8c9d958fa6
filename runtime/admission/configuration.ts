/**
 * Reads `--admission-control-config-file`, an AdmissionConfiguration, as kube-apiserver does. A plugin with a configuration has a section
 * in this file, or in a file of its own.
 */
import { dirname, resolve } from 'node:path';
import type { FlagValues } from '../api/flag.ts';
import type { Json, Release } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { readUserFile } from '../storage/read-user-file.ts';
import { parseConfig } from '../wire/config-file.ts';
import { ConfigError, mapAt, only, textAt } from '../wire/config-parts.ts';
import type { AdmissionPlugin, ConfigurationContext, ConfigurationKind, PluginConfiguration } from './contract.ts';
import { absence } from './enabled.ts';
import { controlConfigFile } from './flags.ts';

export interface ConfigurationParts {
	readonly flags: FlagValues;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	/** All plugins of the server. */
	readonly plugins: readonly AdmissionPlugin[];
	/** Plugins that run. */
	readonly inForce: readonly AdmissionPlugin[];
	/** Receives a sentence about a section without effect. */
	readonly warn: (sentence: string) => void;
}

/**
 * Reads the configurations of the plugins that run, by plugin name. Without the flag there are none. Rejects with an Error of one sentence
 * that names the flag, the file, the line and the expected value.
 */
export async function readConfigurations(parts: ConfigurationParts): Promise<ReadonlyMap<string, unknown>> {
	const file = parts.flags.of(controlConfigFile);
	if (file === undefined) return new Map();
	try {
		return await parseConfig(file, await readUserFile(file), (root) => configurationsIn(root, dirname(resolve(file)), parts));
	} catch (error) {
		throw new Error(`--${controlConfigFile.name} ${(error as Error).message}`, { cause: error });
	}
}

async function configurationsIn(root: Json, folder: string, parts: ConfigurationParts): Promise<ReadonlyMap<string, unknown>> {
	const { vocabulary, release, inForce, warn } = parts;
	const map = mapAt(root, '');
	only(map, '', ['apiVersion', 'kind', 'plugins']);
	checkKind(map, '', kindsOfFile(vocabulary));
	const { plugins = [] } = map;
	if (!Array.isArray(plugins)) throw new ConfigError('plugins', 'expected a list');
	const read = new Map<string, unknown>();
	for (const [i, entry] of plugins.entries()) {
		const section = sectionOf(entry, `plugins[${i}]`, parts);
		const { name } = section.plugin;
		if (read.has(name)) throw new ConfigError(`plugins[${i}].name`, `${name} is given twice`);
		read.set(name, await configurationOf(section, { vocabulary, release, folder }));
		if (!inForce.some((plugin) => plugin.name === name)) warn(`admission plugin ${name} is off: its configuration has no effect`);
	}
	return read;
}

/** The alpha version of the file format is in another API group, as in kube-apiserver. */
function kindsOfFile({ groupDomain }: Vocabulary): readonly ConfigurationKind[] {
	return [`apiserver.config.${groupDomain}/v1`, `apiserver.${groupDomain}/v1alpha1`].map((apiVersion) => ({ apiVersion, kind: 'AdmissionConfiguration' }));
}

interface Section {
	readonly plugin: AdmissionPlugin;
	readonly configuration: PluginConfiguration<unknown>;
	readonly where: string;
	readonly inline: Json | undefined;
	/** File with the configuration; undefined when it is inline. */
	readonly path: string | undefined;
}

function sectionOf(entry: Json, where: string, { plugins, release }: ConfigurationParts): Section {
	const map = mapAt(entry, where);
	only(map, where, ['name', 'path', 'configuration']);
	const name = textAt(map.name, `${where}.name`);
	const absent = absence(name, release, plugins);
	if (absent !== undefined) throw new ConfigError(`${where}.name`, absent);
	const plugin = plugins.find((one) => one.name === name);
	const configuration = plugin?.configuration;
	if (plugin === undefined || configuration === undefined) {
		const names = plugins.flatMap((one) => (one.configuration !== undefined && absence(one.name, release, plugins) === undefined ? [one.name] : []));
		throw new ConfigError(`${where}.name`, `${JSON.stringify(name)} is not configurable (configurable plugins: ${names.join(', ')})`);
	}
	const inline = map.configuration ?? undefined;
	return { plugin, configuration, where, inline, path: inline === undefined ? textAt(map.path, `${where}.path`) : undefined };
}

async function configurationOf({ configuration, where, inline, path }: Section, context: ConfigurationContext): Promise<unknown> {
	const read = (value: Json, at: string, folder: string): unknown => {
		const map = mapAt(value, at);
		const kinds = configuration.kinds?.(context);
		if (kinds !== undefined) checkKind(map, at, kinds);
		return configuration.read(map, at, { ...context, folder });
	};
	if (inline !== undefined) return read(inline, `${where}.configuration`, context.folder);
	const file = resolve(context.folder, path ?? '');
	let text: string;
	try {
		text = await readUserFile(file);
	} catch (error) {
		throw new ConfigError(`${where}.path`, (error as Error).message);
	}
	return parseConfig(file, text, (value) => read(value, '', dirname(file)));
}

function checkKind(map: Readonly<Record<string, Json>>, where: string, kinds: readonly ConfigurationKind[]): void {
	const at = (field: string): string => (where === '' ? field : `${where}.${field}`);
	const versions = kinds.map(({ apiVersion }) => apiVersion);
	const ofVersion = kinds.filter(({ apiVersion }) => apiVersion === map.apiVersion);
	if (ofVersion.length === 0) throw new ConfigError(at('apiVersion'), `expected ${versions.join(' or ')}`);
	if (!ofVersion.some(({ kind }) => kind === map.kind)) throw new ConfigError(at('kind'), `expected ${ofVersion.map(({ kind }) => kind).join(' or ')}`);
}
