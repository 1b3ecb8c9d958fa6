/** Hook files as modules for a running server. Each is bundled separately and imports shared code from the server. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { HookModule } from '../../../runtime/model/development.ts';
import { speak, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { type HookAssignments, type HookFile, hooksFolder, supportFolder } from '../../hooks/hook-file.ts';
import { hookModule, hookModules } from '../../hooks/support-modules.ts';
import { devHookModuleFile } from '../bundle.ts';

export interface HookModuleOptions {
	/** Folder of the server's bundle. */
	readonly server: string;
	/** Output folder of the modules. An unchanged module keeps its file. */
	readonly out: string;
	readonly words: Vocabulary;
}

export interface HookModules {
	readonly kindHooks: readonly HookModule[];
	readonly groupHooks: readonly HookModule[];
	/** Absolute paths of the sources of the modules, without packages. */
	readonly inputs: readonly string[];
}

/** Bundles the hook files, which must have loaded successfully before. */
export async function hookModulesOf({ kinds, groups }: HookAssignments, options: HookModuleOptions): Promise<HookModules> {
	const inputs = new Set<string>();
	const moduleOf = async (file: HookFile, name: string): Promise<HookModule> => ({
		name: speak(name, options.words),
		path: await writeModule(file, options, (input) => inputs.add(input)),
	});
	const kindHooks = await Promise.all(kinds.map(({ file, kind }) => moduleOf(file, kind.storageName)));
	const groupHooks = await Promise.all(groups.map(({ file, group }) => moduleOf(file, group.group)));
	return { kindHooks, groupHooks, inputs: [...inputs].filter((path) => !path.includes(`${sep}node_modules${sep}`)) };
}

async function writeModule(file: HookFile, { server, out }: HookModuleOptions, onInput: (path: string) => void): Promise<string> {
	const { outputFiles, metafile } = await build({
		entryPoints: [join(file.root, file.path)],
		absWorkingDir: file.root,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		sourcemap: 'inline',
		sourcesContent: false,
		write: false,
		metafile: true,
		logLevel: 'silent',
		outdir: out,
		banner: { js: "import { createRequire as orchCreateRequire } from 'node:module'; const require = orchCreateRequire(import.meta.url);" },
		plugins: [fromServer(join(file.root, hooksFolder, supportFolder), pathToFileURL(join(server, devHookModuleFile)).href)],
	});
	for (const input of Object.keys(metafile.inputs)) onInput(resolve(file.root, input));
	const [output] = outputFiles;
	if (output === undefined) throw new Error(`${file.file} gives no module`);
	const path = join(out, `${createHash('sha256').update(output.contents).digest('hex').slice(0, 16)}.mjs`);
	if (!existsSync(path)) await writeFile(path, output.contents);
	return path;
}

/** Resolves imports of the hook support folder, which has copies, to the server: errors that hooks throw must be of the server's class. */
function fromServer(folder: string, module: string): Plugin {
	return {
		name: 'from-server',
		setup(context) {
			context.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
				const target = resolve(resolveDir, path);
				if (!target.startsWith(folder + sep)) return undefined;
				const within = relative(folder, target).split(sep).join('/');
				return within === hookModule || hookModules.includes(within) ? { path: module, external: true } : undefined;
			});
		},
	};
}
