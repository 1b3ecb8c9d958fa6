/** Next release of a package: version, changelog, and the surface from which both are derived. */
import { createHash } from 'node:crypto';
import { stringify } from '../../../runtime/wire/json/text.ts';
import { behaviourChanges } from '../../compat/behaviour.ts';
import type { Surface } from '../../compat/surface.ts';
import type { EmittedFile } from '../../model.ts';
import { surfaceFile } from './files.ts';
import type { PublicSurface } from './public-surface.ts';
import { changelogText, nextVersion, type PublishedVersion, type SurfaceChange } from './version.ts';

export interface ReleaseFacts {
	readonly name: string;
	readonly published: PublishedVersion | undefined;
	/** Minimum of the next version. */
	readonly atLeast: string | undefined;
	/** API surface of the package's kinds, for packages of API clients. */
	readonly api?: Surface;
}

export interface Release {
	readonly version: string;
	readonly files: readonly EmittedFile[];
}

/** Returns the version and its files. `files`: the package without its manifest. */
export function releaseFiles({ name, atLeast, published, api }: ReleaseFacts, surface: PublicSurface, files: readonly EmittedFile[]): Release {
	const content = contentHash(files);
	const changelog = nextVersion(surface, content, published, atLeast, behaviourOf(published?.api, api));
	const [{ version }] = changelog;
	const made: PublishedVersion = { version, surface, ...(api === undefined ? {} : { api }), content, changelog };
	return {
		version,
		files: [
			{ path: 'CHANGELOG.md', content: changelogText(name, changelog) },
			{ path: surfaceFile, content: `${stringify(made, '\t')}\n` },
		],
	};
}

/** Returns behaviour changes. Programs still compile and may notice them at run time, so they are in the changelog but do not break. */
function behaviourOf(before: Surface | undefined, now: Surface | undefined): readonly SurfaceChange[] {
	if (before === undefined || now === undefined) return [];
	return behaviourChanges(before, now).map(({ where, message, from, to }) => ({
		where,
		what: 'behaves',
		breaking: false,
		message,
		...(from === undefined ? {} : { from }),
		...(to === undefined ? {} : { to }),
	}));
}

function contentHash(files: readonly EmittedFile[]): string {
	const hash = createHash('sha256');
	for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${path} ${Buffer.byteLength(content)}\n`).update(content);
	return hash.digest('hex').slice(0, 32);
}
