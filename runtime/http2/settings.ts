/** SETTINGS of both sides (RFC 9113, 6.5.2), as far as a server needs them. */
import { ConnectionError, codes, defaultWindow, frameBytes, largestFrameBytes, largestWindow, settings } from './protocol.ts';

const settingBytes = 6;

/** Returns the payload of a SETTINGS frame. */
export function settingsOf(...said: readonly (readonly [id: number, value: number])[]): Buffer {
	const payload = Buffer.alloc(settingBytes * said.length);
	for (const [i, [id, value]] of said.entries()) {
		payload.writeUInt16BE(id, settingBytes * i);
		payload.writeUInt32BE(value, settingBytes * i + 2);
	}
	return payload;
}

export interface SettingsChange {
	/** Change of the windows of all streams, in bytes. */
	readonly windowBy: number;
	/** Size of the HPACK table. */
	readonly tableSize: number | undefined;
}

/** Settings of a client. */
export class PeerSettings {
	/** Initial window of a new stream. */
	initialWindow = defaultWindow;

	/** Applies a SETTINGS payload. Throws ConnectionError. */
	read(payload: Buffer): SettingsChange {
		if (payload.length % settingBytes !== 0) throw new ConnectionError(codes.frameSizeError, `SETTINGS of ${payload.length} bytes`);
		const before = this.initialWindow;
		let tableSize: number | undefined;
		for (let at = 0; at < payload.length; at += settingBytes) {
			const id = payload.readUInt16BE(at);
			const value = payload.readUInt32BE(at + 2);
			if (id === settings.initialWindowSize) {
				if (value > largestWindow) throw new ConnectionError(codes.flowControlError, `an initial window of ${value} bytes`);
				this.initialWindow = value;
			} else if (id === settings.headerTableSize) {
				// If the size shrinks and grows again, the table is emptied, so the smallest size counts.
				tableSize = Math.min(value, tableSize ?? value);
			} else if (id === settings.maxFrameSize) {
				if (value < frameBytes || value > largestFrameBytes) throw new ConnectionError(codes.protocolError, `frames of ${value} bytes at most`);
			} else if (id === settings.enablePush && value > 1) throw new ConnectionError(codes.protocolError, `a setting for pushes of ${value}`);
		}
		return { windowBy: this.initialWindow - before, tableSize };
	}
}
