/** Definition of the response of `/version`, which no spec declares. */
import type { Release } from '../../model/catalog.ts';
import { saysEmulation } from '../version.ts';
import type { Dialect, SchemaNode } from './schema-node.ts';

const versionFields: Readonly<Record<string, string>> = {
	major: 'Major version.',
	minor: 'Minor version.',
	gitVersion: 'Complete version.',
	gitCommit: 'Git commit of the build.',
	gitTreeState: '`clean`, or `dirty` if the build contains uncommitted changes.',
	buildDate: 'Time of the build.',
	goVersion: 'Version of the language or platform.',
	compiler: 'Compiler of the build.',
	platform: 'Operating system and processor architecture.',
};

const emulationFields: Readonly<Record<string, string>> = {
	emulationMajor: 'Major version of the emulated release.',
	emulationMinor: 'Minor version of the emulated release.',
	minCompatibilityMajor: 'Major version of the oldest compatible release.',
	minCompatibilityMinor: 'Minor version of the oldest compatible release.',
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
		description: 'Version of the server.',
		type: 'object',
		required: Object.keys(versionFields),
		properties: Object.fromEntries([...always, ...optional].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}
