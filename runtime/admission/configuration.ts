/**
 * Reader of `--admission-control-config-file`, an AdmissionConfiguration as kube-apiserver reads it. It has a section for each plugin with
 * a configuration.
 */
import { dirname, resolve } from 'node:path';
import type { Json } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { readGiven } from '../storage/given-file.ts';
import { type ConfigMap, mapAt, only, textAt } from '../wire/config-parts.ts';
import { parseYaml } from '../wire/yaml/reader.ts';

/** Plugins that may have a section. */
const configurable = ['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'];

/**
 * Reads the unparsed section of a plugin, or returns undefined if it has none. Rejects with an Error of one sentence with the position and
 * the expected value.
 */
export async function pluginConfiguration(file: string, plugin: string, { groupDomain }: Vocabulary): Promise<ConfigMap | undefined> {
	const root = mapAt(parseYaml(await readGiven(file)), '');
	only(root, '', ['apiVersion', 'kind', 'plugins']);
	const group = `apiserver.config.${groupDomain}`;
	if (root.apiVersion !== `${group}/v1`) throw new Error(`apiVersion: ${group}/v1 is expected`);
	if (root.kind !== 'AdmissionConfiguration') throw new Error('kind: AdmissionConfiguration is expected');
	const { plugins = [] } = root;
	if (!Array.isArray(plugins)) throw new Error('plugins: a list is expected');
	const read = await Promise.all(plugins.map((entry, i) => entryOf(entry, `plugins[${i}]`, dirname(resolve(file)))));
	const twice = read.findIndex(({ name }, i) => read.slice(0, i).some((other) => other.name === name));
	if (twice >= 0) throw new Error(`plugins[${twice}].name: ${read[twice]?.name} is given twice`);
	return read.find(({ name }) => name === plugin)?.configuration;
}

interface Entry {
	readonly name: string;
	readonly configuration: ConfigMap;
}

async function entryOf(entry: Json, where: string, folder: string): Promise<Entry> {
	const map = mapAt(entry, where);
	only(map, where, ['name', 'path', 'configuration']);
	const name = textAt(map.name, `${where}.name`);
	if (!configurable.includes(name))
		throw new Error(`${where}.name: ${JSON.stringify(name)} is not configurable (configurable plugins: ${configurable.join(', ')})`);
	if (map.configuration !== undefined && map.configuration !== null) return { name, configuration: mapAt(map.configuration, `${where}.configuration`) };
	const path = resolve(folder, textAt(map.path, `${where}.path`));
	return { name, configuration: mapAt(parseYaml(await readGiven(path)), `${where}.path`) };
}
