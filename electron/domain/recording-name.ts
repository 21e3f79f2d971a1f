/**
 * The file name that goes to Lobbe: the exact one, save for voice notes. `.oga` and `.opus` are Ogg files whose endings many a
 * server does not know (case 13), so they go as `.ogg`; the user sees the name of the file everywhere.
 */
export function nameForLobbe(name: string): string {
  return name.replace(/\.(oga|opus)$/i, '.ogg');
}
