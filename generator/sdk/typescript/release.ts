/** What the next release of a package is: its version, its changelog, and the surface that both follow from. */
import { createHash } from 'node:crypto';
import type { EmittedFile } from '../../model.ts';
import { surfaceFile } from './files.ts';
import type { PublicSurface } from './public-surface.ts';
import { changelogText, nextVersion, type Published } from './version.ts';

export interface ReleaseFacts {
	readonly name: string;
	readonly published: Published | undefined;
	/** A version that it does not stay below. */
	readonly atLeast: string | undefined;
}

export interface Release {
	readonly version: string;
	readonly files: readonly EmittedFile[];
}

/** `files`: all of the package but its manifest. */
export function releaseFiles({ name, atLeast, published }: ReleaseFacts, surface: PublicSurface, files: readonly EmittedFile[]): Release {
	const content = contentHash(files);
	const changelog = nextVersion(surface, content, published, atLeast);
	const [{ version }] = changelog;
	const made: Published = { version, surface, content, changelog };
	return {
		version,
		files: [
			{ path: 'CHANGELOG.md', content: changelogText(name, changelog) },
			{ path: surfaceFile, content: `${JSON.stringify(made, null, '\t')}\n` },
		],
	};
}

function contentHash(files: readonly EmittedFile[]): string {
	const hash = createHash('sha256');
	for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${path} ${Buffer.byteLength(content)}\n`).update(content);
	return hash.digest('hex').slice(0, 32);
}
