/** `--audit-log-path`: writes events as JSON lines to a rotated file or to standard output. */
import { writeSync } from 'node:fs';
import type { Flag } from '../../api/flag.ts';
import { boolean, integer, text } from '../../api/flag-value.ts';
import { obeysNothing } from '../../telemetry/terminal.ts';
import type { AuditBackend } from './contract.ts';
import { EventTexts } from './event-text.ts';
import { backendFlags } from './flags.ts';
import { LogFile } from './log-file.ts';
import { type Output, PartlyLost } from './modes.ts';
import { type Bounds, textWithin } from './truncated.ts';

const path: Flag<string | undefined> = {
	name: 'audit-log-path',
	value: 'FILE',
	help: 'File for audit events, one JSON line each; - writes to standard output.',
	default: undefined,
	parse: text,
};

const format: Flag<string> = {
	name: 'audit-log-format',
	value: 'FORMAT',
	help: 'Format of the audit log. Only json is supported.',
	default: 'json',
	shown: 'json',
	parse(value) {
		if (value !== 'json') throw new Error('expected json, the only supported format');
		return value;
	},
};

function number(name: string, help: string, byDefault = 0): Flag<number> {
	return { name: `audit-log-${name}`, value: 'NUMBER', help, default: byDefault, shown: String(byDefault), parse: (value) => integer(value, 0, 1_000_000) };
}

const maxSize = number('maxsize', 'Maximum size of the audit log in megabytes before it is rotated; 0 means 100.');
const maxBackup = number('maxbackup', 'Maximum number of rotated files to keep; 0 keeps all.');
const maxAge = number('maxage', 'Maximum age of rotated files in days; 0 keeps them forever.');
const compress: Flag<boolean> = {
	name: 'audit-log-compress',
	value: '[BOOL]',
	bare: true,
	help: 'Compress rotated files with gzip.',
	default: false,
	shown: 'false',
	parse: boolean,
};

const common = backendFlags('log', { mode: 'blocking', maxSize: 1, maxWaitMs: 0, throttles: false });

const megabyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;
const usualMegabytes = 100;

export const auditLog: AuditBackend = {
	name: 'Log',
	flags: [path, format, maxSize, maxBackup, maxAge, compress, ...common.all],
	start(context) {
		const { flags, log, vocabulary } = context;
		const file = flags.of(path);
		if (file === undefined) return undefined;
		const form = {
			texts: new EventTexts(common.version(vocabulary)),
			bounds: common.truncation(flags),
			truncatedKey: `audit.${vocabulary.groupDomain}/truncated`,
		};
		if (file === '-')
			return common.sink(
				linesTo((line) => writeWhole(1, line), form),
				context,
			);
		try {
			const target = new LogFile({
				path: file,
				maxBytes: (flags.of(maxSize) || usualMegabytes) * megabyte,
				maxBackups: flags.of(maxBackup),
				maxAgeMs: flags.of(maxAge) * dayMs,
				compress: flags.of(compress),
				failed: (sentence) => log.error(sentence),
			});
			return common.sink(
				linesTo(
					(line) => target.write(line),
					form,
					() => target.close(),
				),
				context,
			);
		} catch (error) {
			throw new Error(`cannot open --${path.name} ${file}: ${(error as Error).message}`, { cause: error });
		}
	},
};

interface Form {
	readonly texts: EventTexts;
	readonly bounds: Bounds | undefined;
	readonly truncatedKey: string;
}

/** Creates an output that writes the lines of several events at once. */
function linesTo(write: (lines: string) => void, { texts, bounds, truncatedKey }: Form, close: () => Promise<void> = async () => {}): Output {
	return {
		isQuick: true,
		write(events) {
			let lines = '';
			const refused: unknown[] = [];
			for (const event of events) {
				try {
					lines += `${textWithin(event, texts, bounds, truncatedKey)}\n`;
				} catch (error) {
					refused.push(error);
				}
			}
			// Pure ASCII without DEL needs no escaping; most lines are.
			if (lines !== '') write(Buffer.byteLength(lines) === lines.length && !lines.includes('\x7f') ? lines : obeysNothing(lines));
			if (refused.length > 0) throw new PartlyLost(refused.length, refused[0]);
		},
		close,
	};
}

function writeWhole(file: number, text: string): void {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
