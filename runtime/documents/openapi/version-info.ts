/** The definition of what `/version` answers, which no spec declares. */
import type { SchemaNode } from './schema-node.ts';

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

export const versionInfo: SchemaNode = {
	description: 'Which build of the server answers.',
	type: 'object',
	required: Object.keys(versionFields),
	properties: Object.fromEntries(
		Object.entries(versionFields)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, description]): [string, SchemaNode] => [name, { description, type: 'string' }]),
	),
};
