/** The values that `--type` takes. */
import { allFormats, isFormatName } from '../formats/all-formats.ts';

export const formatNames = Object.keys(allFormats).filter(isFormatName);
