/** Definition of the response of `/version`, which no spec declares. */
import type { Release } from '../../model/catalog.ts';
import { saysEmulation } from '../version.ts';
import type { Dialect, SchemaNode } from './schema-node.ts';

const versionFields: Readonly<Record<string, string>> = {
	major: 'First number of the release.',
	minor: 'Second number of the release.',
	gitVersion: 'The whole version.',
	gitCommit: 'Commit that was built.',
	gitTreeState: '`clean`, or `dirty` when there were changes beside it.',
	buildDate: 'When it was built.',
	goVersion: 'Version of the language or platform that it runs on.',
	compiler: 'What built it.',
	platform: 'Operating system and processor.',
};

const emulationFields: Readonly<Record<string, string>> = {
	emulationMajor: 'First number of the release emulated.',
	emulationMinor: 'Second number of the release emulated.',
	minCompatibilityMajor: 'First number of the oldest release that this one can be exchanged with.',
	minCompatibilityMinor: 'Second number of the oldest release that this one can be exchanged with.',
};

export function versionInfo(release: Release, dialect: Dialect): SchemaNode {
	const always = Object.entries(versionFields).map(([name, description]): [string, SchemaNode] => [
		name,
		{ description, type: 'string', ...(dialect === 'v3' && { default: '' }) },
	]);
	const optional = Object.entries(saysEmulation(release) ? emulationFields : {}).map(([name, description]): [string, SchemaNode] => [
		name,
		{ description, type: 'string' },
	]);
	return {
		description: 'Which build of the server answers.',
		type: 'object',
		required: Object.keys(versionFields),
		properties: Object.fromEntries([...always, ...optional].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}
