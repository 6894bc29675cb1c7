/** Tells that fresh samples are evaluated, and of many how far that is, whenever another hundredth is drawn. */
export function tellDrawn(
  samples: number,
  onPhase: ((phase: string) => void) | undefined,
): (drawn: number) => void {
  const doing = `Evaluating ${samples} fresh samples`;
  onPhase?.(doing);
  let told = 0;
  return (drawn) => {
    const share = Math.floor((100 * drawn) / samples);
    if (share <= told || share >= 100) return;
    told = share;
    onPhase?.(`${doing}, ${share} %`);
  };
}
