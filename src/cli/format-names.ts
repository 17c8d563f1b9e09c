/** The values that `--type` takes (4.7). */
import { allFormats, isFormatName } from '../formats/all-formats.ts';

export const formatNames = Object.keys(allFormats).filter(isFormatName);
