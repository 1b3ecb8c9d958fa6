/** The plugins of each release, their order and their defaults equal the lists of kube-apiserver, for those that exist here. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { earliest, pluginsInForce, pluginsOf, rangeText } from '../../runtime/admission/enabled.ts';
import { admissionPlugins } from '../../runtime/admission/plugins/index.ts';
import { compareReleases } from '../../runtime/model/release.ts';
import { kubernetes } from '../flowcontrol/vocabulary.ts';
import { pluginReference } from './plugin-reference.ts';

const built = new Set(admissionPlugins.map(({ name }) => name));
const releases = readFileSync(new URL('plugins-of-releases.txt', import.meta.url), 'utf8')
	.split('\n')
	.filter((line) => /^\d/.test(line))
	.map((line) => {
		const [release = '', ...words] = line.split(' ');
		return { release, words: words.filter((word) => built.has(word.replace('*', ''))) };
	});

const ordered = new Set(releases.map(({ release }) => release).filter((release) => compareReleases(release, '1.18') >= 0 && release !== '1.22'));

describe('the plugins of release', () => {
	it.each(releases)('$release', ({ release, words }) => {
		const on = new Set(pluginsInForce({}, release, admissionPlugins));
		const ours = pluginsOf(release, admissionPlugins).map((plugin) => `${plugin.name}${on.has(plugin) ? '*' : ''}`);
		// Up to 1.17, RuntimeClass ran after the webhooks; in 1.22, PodSecurityPolicy before PodSecurity. Here all releases have one order.
		const inOrder = (names: readonly string[]) => (ordered.has(release) ? names : names.toSorted());
		expect(inOrder(ours)).toEqual(inOrder(words));
	});

	it('are all known', () => {
		const known = new Set(releases.flatMap(({ words }) => words.map((word) => word.replace('*', ''))));
		expect([...built].filter((name) => !known.has(name))).toEqual([]);
	});
});

describe('writes of other kinds', () => {
	it('enter few default plugins, each of which chooses by `wants` or is cheap', () => {
		const entered = pluginsInForce({}, '1.36', admissionPlugins).flatMap(({ name, only }) => (only === undefined ? [name] : []));
		const policies = ['MutatingAdmissionPolicy', 'MutatingAdmissionWebhook', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionWebhook'];
		expect(entered).toEqual(['NamespaceLifecycle', ...policies, 'ResourceQuota']);
	});
});

describe('the guide', () => {
	const guide = readFileSync(new URL('../../docs/guide/admission.md', import.meta.url), 'utf8');
	const columns = new Map(
		[...guide.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, name, ...rest]) => [name, rest.map((each) => each.trim())]),
	);

	it('lists the plugins, their releases, defaults and configurations', () => {
		const byDefault = (on: boolean) => admissionPlugins.filter(({ onByDefault, onWithMode }) => (onByDefault !== 'never' || onWithMode !== undefined) === on);
		expect([...columns.keys()]).toEqual([...byDefault(true), ...byDefault(false)].map(({ name }) => name));
		for (const plugin of admissionPlugins) expect([plugin.name, ...(columns.get(plugin.name) ?? [])]).toEqual([plugin.name, ...columnsOf(plugin)]);
	});
});

describe('the reference', () => {
	it('is up to date', async () => {
		const page = pluginReference(
			admissionPlugins,
			releases.map(({ release }) => release),
			kubernetes,
		);
		await expect(`${page}\n`).toMatchFileSnapshot('../../generated/reference/admission-plugins.md');
	});
});

function columnsOf({ exists, onByDefault, onWithMode, configuration }: AdmissionPlugin): string[] {
	const range = onByDefault === 'never' ? 'no' : rangeText({ ...onByDefault, from: onByDefault.from === exists?.from ? earliest : onByDefault.from }) || 'yes';
	return [rangeText(exists) || 'all', onWithMode === undefined ? range : `with the mode ${onWithMode}`, configuration === undefined ? 'no' : 'yes'];
}
