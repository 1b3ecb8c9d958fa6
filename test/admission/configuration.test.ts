import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readConfigurations } from '../../runtime/admission/configuration.ts';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { controlConfigFile } from '../../runtime/admission/flags.ts';
import { ConfigError, type ConfigMap } from '../../runtime/wire/config-parts.ts';
import { makeScratch } from '../setup/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

const group = `apiserver.config.${vocabulary.groupDomain}`;
const row = { operations: [], start: () => ({}) } as const;

/** Accepts a section whose `size` is a number. */
const read = (section: ConfigMap, where: string): unknown => {
	if (typeof section.size !== 'number') throw new ConfigError(where === '' ? 'size' : `${where}.size`, 'expected a number');
	return section.size;
};
const sized: AdmissionPlugin = { ...row, name: 'Sized', onByDefault: { from: '1.0' }, configuration: { read } };
const kind = { apiVersion: `sized.${group}/v1`, kind: 'SizedConfiguration' };
const plugins: readonly AdmissionPlugin[] = [
	sized,
	{ ...row, name: 'Kinded', onByDefault: 'never', configuration: { kinds: () => [kind], read } },
	{ ...row, name: 'Plain', onByDefault: { from: '1.0' } },
	{ ...row, name: 'Gone', exists: { from: '1.0', before: '1.20' }, onByDefault: 'never', configuration: { read } },
];

function write(name: string, text: string): string {
	const file = join(scratch.path, name);
	writeFileSync(file, text);
	return file;
}

const head = `apiVersion: ${group}/v1\nkind: AdmissionConfiguration\n`;

async function configured(text: string): Promise<{ readonly values: object; readonly warnings: readonly string[] }> {
	const file = write('admission.yaml', text);
	const warnings: string[] = [];
	const flags = { of: <T>() => file as T, isGiven: () => true };
	const values = await readConfigurations({ flags, vocabulary, release: '1.25', plugins, inForce: [sized], warn: (sentence) => void warnings.push(sentence) });
	return { values: Object.fromEntries(values), warnings };
}

describe('the configuration of admission', () => {
	it('gives each plugin its section, inline or from a separate file', async () => {
		write('beside.yaml', 'size: 2');
		expect(await configured(`${head}plugins:\n- name: Sized\n  path: beside.yaml`)).toEqual({ values: { Sized: 2 }, warnings: [] });
		expect(await configured(`${head}plugins:\n- name: Sized\n  configuration: { size: 1 }`)).toEqual({ values: { Sized: 1 }, warnings: [] });
		expect((await configured(head)).values).toEqual({});
		expect((await configured(head.replace('config.', '').replace('v1', 'v1alpha1'))).values).toEqual({});
	});

	it('warns about the section of a plugin that is off', async () => {
		const { warnings } = await configured(`${head}plugins:\n- name: Kinded\n  configuration: ${JSON.stringify({ ...kind, size: 1 })}`);
		expect(warnings).toEqual(['admission plugin Kinded is off: its configuration has no effect']);
	});

	it.each<[text: string, sentence: string]>([
		['kind: AdmissionConfiguration', `admission.yaml:1: apiVersion: expected ${group}/v1 or ${group.replace('config.', '')}/v1alpha1`],
		[head.replace('Admission', 'Other'), 'admission.yaml:2: kind: expected AdmissionConfiguration'],
		[`${head}odd: 1`, 'admission.yaml:1: "odd" is an unknown field (known fields: apiVersion, kind, plugins)'],
		[`${head}plugins: 1`, 'admission.yaml:3: plugins: expected a list'],
		[`${head}plugins:\n- name: Sized`, 'admission.yaml:4: plugins[0].path: expected a string'],
		[`${head}plugins:\n- name: Sized\n  path: missing.yaml`, 'admission.yaml:5: plugins[0].path: ENOENT'],
		[`${head}plugins:\n- name: Plain`, 'admission.yaml:4: plugins[0].name: "Plain" is not configurable (configurable plugins: Sized, Kinded)'],
		[`${head}plugins:\n- name: Odd`, 'admission.yaml:4: plugins[0].name: unknown admission plugin "Odd" (release 1.25 has Sized, Kinded, Plain)'],
		[`${head}plugins:\n- name: Gone`, 'admission.yaml:4: plugins[0].name: admission plugin Gone exists before release 1.20 only'],
		[
			`${head}plugins:\n- {name: Sized, configuration: {size: 1}}\n-\n  name: Sized\n  configuration: {size: 1}`,
			'admission.yaml:6: plugins[1].name: Sized is given twice',
		],
		[`${head}plugins:\n- name: Sized\n  configuration:\n    size: many`, 'admission.yaml:6: plugins[0].configuration.size: expected a number'],
		[`${head}plugins:\n- name: Kinded\n  configuration:\n    kind: Odd`, `admission.yaml:5: plugins[0].configuration.apiVersion: expected ${kind.apiVersion}`],
		[`${head}plugins: [`, 'admission.yaml: error converting YAML to JSON: yaml: line 3'],
	])('%j is refused', async (text, sentence) => {
		await expect(configured(text)).rejects.toThrow(sentence);
	});

	it('names the separate file in errors about its content', async () => {
		const beside = write('wrong.yaml', '# too many\n\nsize: many');
		await expect(configured(`${head}plugins:\n- name: Sized\n  path: wrong.yaml`)).rejects.toThrow(
			`--${controlConfigFile.name} ${beside}:3: size: expected a number`,
		);
	});
});
