/** What the next release of a package is: its version, its changelog, and the surface that both follow from. */
import { createHash } from 'node:crypto';
import { stringify } from '../../../runtime/wire/json/text.ts';
import { behaviourChanges } from '../../compat/behaviour.ts';
import type { Surface } from '../../compat/surface.ts';
import type { EmittedFile } from '../../model.ts';
import { surfaceFile } from './files.ts';
import type { PublicSurface } from './public-surface.ts';
import { changelogText, nextVersion, type Published, type SurfaceChange } from './version.ts';

export interface ReleaseFacts {
	readonly name: string;
	readonly published: Published | undefined;
	/** A version that it does not stay below. */
	readonly atLeast: string | undefined;
	/** What the API promises of the kinds in it, of packages whose programs are its clients. */
	readonly api?: Surface;
}

export interface Release {
	readonly version: string;
	readonly files: readonly EmittedFile[];
}

/** `files`: all of the package but its manifest. */
export function releaseFiles({ name, atLeast, published, api }: ReleaseFacts, surface: PublicSurface, files: readonly EmittedFile[]): Release {
	const content = contentHash(files);
	const changelog = nextVersion(surface, content, published, atLeast, behaviourOf(published?.api, api));
	const [{ version }] = changelog;
	const made: Published = { version, surface, ...(api === undefined ? {} : { api }), content, changelog };
	return {
		version,
		files: [
			{ path: 'CHANGELOG.md', content: changelogText(name, changelog) },
			{ path: surfaceFile, content: `${stringify(made, '\t')}\n` },
		],
	};
}

/** Programs compile as before, and may meet it when they run: it is told, and breaks no version. */
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
